/** The kinds of files that are read as books, for help and messages. */
export const bookKinds = 'EPUB, PDF, DOCX, ODT, TXT, Markdown, HTML or FB2';
