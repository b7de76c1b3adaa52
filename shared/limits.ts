// The limits of plans and documents: what they take, show and keep. One table, without schemas, since pages need some of
// it. The defaults of those that can be set are here, too; `annotations/limits.ts` makes settings of them.

// Texts to review

/** A text, and all texts of one page together, in bytes. */
export const maxContentBytes = 20 * 1024 * 1024;

/** Documents of one session. */
export const maxDocuments = 20_000;

/** Up to here, documents are rendered together as one page. */
export const maxTogether = { files: 20, bytes: 1024 * 1024 } as const;

/** What the CLI reads from stdin, and a request to open a session with that as JSON. */
export const maxStdinBytes = 64 * 1024 * 1024;
export const maxOpeningBytes = 72 * 1024 * 1024;

/** Documents that are tried in place of a first one that cannot be shown. */
export const maxTriedDocuments = 3;

/** Longer titles are cut. */
export const maxTitleLength = 300;

/** Of a document among several: four times a path's, as an odd byte is written with four characters. */
export const maxDocumentNameLength = 16_384;

// Documents of the web

/** The document, decompressed. */
export const maxFetchedBytes = 10 * 1024 * 1024;

/** All of it: addresses, redirects and the document. */
export const fetchTimeLimitMs = 20_000;

export const maxRedirects = 3;

// Images and files beside documents

/** A browser needs memory for each. */
export const maxImagePixels = 50_000_000;

/** Segments or blocks of an image before the one with its size. */
export const maxImageParts = 2000;

/** An uploaded image, and how many of them a session takes. */
export const maxUploadBytes = 10 * 1024 * 1024;
export const maxUploads = 100;

/** Images in one comment. */
export const maxAttachments = 20;

/** An image or style sheet in the folder of a document. */
export const maxAssetBytes = 16 * 1024 * 1024;

/** An SVG: its text, its elements with all their copies, and how deep they are in each other. */
export const maxSvgBytes = 4 * 1024 * 1024;
export const maxSvgElements = 100_000;
export const maxSvgDepth = 256;

/** The path of one: its segments, and a segment's length. */
export const maxAssetSegments = 64;
export const maxAssetNameLength = 1024;

/** References of a text that are checked together. */
export const maxReferences = 2000;

/** The path of a file that a reference leads to, as deep and as long as paths can be. */
export const maxPathSegments = 256;
export const maxPathLength = 4096;

/** A file that is shown beside the text; as much as a page shows at once. */
export const maxFileBytes = 8 * 1024 * 1024;

/** Larger ones are shown as text even if they are markdown: a page shows all blocks of a file beside its own. */
export const maxRenderedFileBytes = 512 * 1024;

/** Lines of a file in one request. */
export const maxLines = 20_000;

// Editing

/** The longest text that can be edited, in UTF-16 units. */
export const maxEditedLength = 1024 * 1024;

/** Texts that are edited in one review. */
export const maxEdits = 100;

/** For telling edited lines from others; what takes more gets the usual line ends. */
export const maxLineEndWork = { timeout: 1000, maxEditLength: 5000 } as const;

// Rendering: each keeps a hostile text from taking more time, or a page more layout, than its length is worth.

/**
 * Nested quotes, lists, items and footnotes: deeper ones have no room on the page, and the parser silently drops levels
 * beyond its own, higher limit.
 */
export const maxMarkdownLevels = 20;

/** Nested HTML tags around markdown, deeper ones are text; and lines of such an element. */
export const maxTagLevels = 20;
export const maxTagLines = 400;

/** Longer HTML tags are text. */
export const maxTagLength = 2000;

/** Nested elements of HTML in markdown; deeper ones are unwrapped into the one around them. */
export const maxHtmlLevels = 40;

/** Lines of a block of code, few enough to lay out at once. */
export const maxCodeLines = 500;

/**
 * Elements of one block, few enough to lay out at once and with every key in an editor in it; of one paragraph; and of
 * each part of a list that has more. What cannot be split is shown as source.
 */
export const maxBlockElements = 5000;
export const maxInlineElements = 2000;
export const maxPartElements = 500;

/** Longer front matter is shown as code, in parts. */
export const maxFrontMatterLines = 200;

/** Links back from one footnote. */
export const maxWaysBack = 20;

/** A table of a data file, which is one block; the rest is shown as text. */
export const maxTableRows = 1000;
export const maxTableColumns = 50;

/** What is rendered first of a long text, more than the first screen; and definitions of links in the rest of it. */
export const maxBeginningLength = 8 * 1024;
export const maxBeginningBlocks = 30;
export const maxDefinitionsLength = 64 * 1024;

// HTML documents

/** That of browsers; theirs has what is deeper beside each other. */
export const maxHtmlDepth = 512;

/** Deeper elements are shown without their own box, as browsers do. */
export const maxBoxDepth = 400;

/** Markup can make elements that it does not have: each paragraph opens all formatting again. */
export const maxHtmlElements = 400_000;

/** Parsing an element takes time in proportion to its depth: the sum of all depths. */
export const maxHtmlWork = 10_000_000;

/** Inline elements around a text, enough for any that is meant to be read. */
export const maxInlineLevels = 8;

/** Some pages take the library longer than their main text is worth. */
export const mainTextTimeLimitMs = 5000;

/** Messages of a frame: an address, the passages of a selection, the marks under a click, a coordinate. */
export const maxAddressLength = 2048;
export const maxSelectedRanges = 5000;
export const maxClickedMarks = 50;
export const maxCoordinate = 100_000_000;

// Versions and rounds

/** Comparing two texts, line by line. */
export const compareTimeLimitMs = 1000;

/** Documents that differ in more blocks are compared by their blocks alone, whatever their order. */
export const maxBlockEdits = 4000;

/** Longer runs of changed blocks are not paired: there are too many pairs to compare. */
export const maxBlockPairs = 10_000;

/** Characters of the HTML of a table that is shown beside what it was; a longer one is shown as text. */
export const maxComparedTable = 200_000;

/** Comparing the words of all blocks; the rest is shown as a whole. */
export const wordsTimeLimitMs = 4000;

/** Documents of a folder that are compared with the last round, and the time for all. */
export const maxComparedDocuments = 100;
/** Documents that are looked for under another name, and those that are looked at for each. */
export const maxRenamedDocuments = 20;
export const maxRenameCandidates = 100;
export const compareListedTimeLimitMs = 15_000;

/** Characters of the text in place of a comment's that are shown with it. */
export const maxShownPassage = 2000;

/** Comments of earlier rounds that are listed, the latest first. */
export const maxOlderComments = 1000;

/** Settled comments that are remembered, the latest of them. */
export const maxSettled = 5000;

/**
 * What is kept of a round: a file of it (without its decision a round has no comments, without its patch no interdiff),
 * documents of a folder, and all rounds together.
 */
export const maxKeptFileBytes = 16 * 1024 * 1024;
export const maxKeptDocuments = 200;
export const maxKeptDocumentsBytes = 64 * 1024 * 1024;
export const maxKeptRoundsBytes = 256 * 1024 * 1024;

/** An agent's replies: the text that is searched for them, their number, and the length of one. */
export const maxRepliesLength = 256 * 1024;
export const maxReplies = 1000;
export const maxReplyLength = 4000;

/** How long a decision and its images stay after they were collected. */
export const collectedForMs = 24 * 60 * 60 * 1000;

/** The text that is kept from before and behind a quote. */
export const maxContextLength = 200;

// Saved notes

/** A title in a file's name; leaves room for that of a temporary file on file systems that take 143 bytes. */
export const maxNoteTitleBytes = 120;

/** Longer titles are not looked at in full. */
export const maxReadTitleLength = 1000;

/** Notes with the same name in a folder. */
export const maxNotesOfName = 1000;

// Sharing

/** The file that is shared or imported. */
export const maxSharedBytes = 64 * 1024 * 1024;

/** Its title. */
export const maxSharedTitleLength = 10_000;

/** Images that it carries: one of them, all, and how many are looked for. */
export const maxSharedImageBytes = 2 * 1024 * 1024;
export const maxSharedImagesBytes = 8 * 1024 * 1024;
export const maxSoughtImages = 1000;

/** The title and the author in its name. */
export const maxSharedNameLength = 80;

/** Comments by colleagues in one file. */
export const maxColleagueComments = 5000;

/** Of so many it is known when they were written; of older ones, any state is taken. */
export const maxRememberedComments = 100_000;
