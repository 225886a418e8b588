/** The values of the choices that a reader assumes when they are absent. */
export const defaultBookChoices = {
  splitBy: 'contents',
  notes: 'skip',
  tables: 'read',
  images: 'skip',
  ruby: 'base',
  code: 'announce',
  math: 'read',
} as const;
