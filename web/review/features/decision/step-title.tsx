import { Popover } from '@base-ui/react/popover';

/** What a step of the popover is about; it names the popover. */
export const StepTitle = ({ children }: { readonly children: string }) => (
  <Popover.Title className="decision-title">{children}</Popover.Title>
);
