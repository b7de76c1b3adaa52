import * as z from 'zod';

/** Instructions for agents, from a `SKILL.md`. They are shown, and nothing of them is run. */
export const skillSchema = z.object({
  /** As the file says, else the name of its folder. */
  name: z.string(),
  description: z.exactOptional(z.string()),
  /** Whether it is about reviews, by its name or description. */
  isAboutReviews: z.boolean(),
  origin: z.enum(['project', 'home']),
  /** Relative to the project, or `~/…`. */
  path: z.string(),
  /** The whole file, or its start; absent if it is not shown. */
  content: z.exactOptional(z.string()),
  /** Set if only the start is shown. */
  isCut: z.exactOptional(z.literal(true)),
  /** Why it is not shown: a link leads out of the project or the home folder, or the file cannot be read. */
  notShown: z.exactOptional(z.enum(['outside', 'unreadable'])),
});
export type Skill = z.infer<typeof skillSchema>;

/** `GET /api/skills`: those about reviews first. */
export const skillsAnswerSchema = z.object({
  skills: z.array(skillSchema),
  /** How many more there are. */
  more: z.int().min(0),
});
export type SkillsAnswer = z.infer<typeof skillsAnswerSchema>;
