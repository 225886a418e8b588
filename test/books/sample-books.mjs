/**
 * @typedef {object} Page
 * @property {string} id Name of the source file and id of its first element.
 * @property {string} title
 * @property {'frontmatter' | 'bodymatter'} matter
 * @property {boolean} [linear] Default: true.
 * @property {readonly Page[]} [children] Pages below this one in the contents.
 */

/**
 * @typedef {object} SampleBook
 * @property {string} name Name of its folder and its file.
 * @property {string} title
 * @property {string} fileAs The title in a list in the order of the alphabet.
 * @property {string} subtitle
 * @property {string} identifier
 * @property {string} date
 * @property {string} description
 * @property {readonly string[]} subjects
 * @property {number} position Number in the series.
 * @property {string} accessibility
 * @property {readonly string[]} pictures Names of the pictures beside the cover.
 * @property {readonly Page[]} frontMatter
 * @property {readonly Page[]} story
 */

/** @type {readonly Page[]} */
const frontMatter = [
  { id: 'cover', title: 'Cover', matter: 'frontmatter', linear: false },
  { id: 'title-page', title: 'Title Page', matter: 'frontmatter' },
  { id: 'copyright', title: 'Copyright', matter: 'frontmatter' },
];

/** @type {readonly Page[]} */
const tramPages = [
  { id: 'prologue', title: 'Prologue', matter: 'bodymatter' },
  {
    id: 'part-1',
    title: 'Part One: Up the Line',
    matter: 'bodymatter',
    children: [
      { id: 'chapter-1', title: 'Chapter 1: The Bridge', matter: 'bodymatter' },
      { id: 'chapter-2', title: 'Chapter 2: The Regulars', matter: 'bodymatter' },
      { id: 'chapter-3', title: 'Chapter 3: Page 211', matter: 'bodymatter' },
    ],
  },
  {
    id: 'part-2',
    title: 'Part Two: Down the Line',
    matter: 'bodymatter',
    children: [
      { id: 'chapter-4', title: 'Chapter 4: Lost Property', matter: 'bodymatter' },
      { id: 'chapter-5', title: 'Chapter 5: The Man in the Last Seat', matter: 'bodymatter' },
      { id: 'chapter-6', title: 'Chapter 6: The Top of the Hill', matter: 'bodymatter' },
    ],
  },
];

/** @type {readonly SampleBook[]} */
export const sampleBooks = [
  {
    name: 'the-last-tram',
    title: 'The Last Tram',
    fileAs: 'Last Tram, The',
    subtitle: 'A Story for Listening',
    identifier: 'urn:uuid:24d60464-c77c-4dc9-af51-d189bd193e90',
    date: '2026-11-21',
    description:
      'When the lights fail on Cutler’s Bridge, a new conductor reads to the passengers of the last tram from a book that somebody left behind. Soon the whole town is riding to hear how it ends. But the last pages are blank.',
    subjects: ['Fiction', 'Short stories', 'Reading aloud'],
    position: 1,
    accessibility: 'Plain text; both pictures have alternative text.',
    pictures: ['bridge'],
    frontMatter,
    story: tramPages,
  },
  {
    name: 'bread-for-number-nine',
    title: 'Bread for Number Nine',
    fileAs: 'Bread for Number Nine',
    subtitle: 'A Short Story for Listening',
    identifier: 'urn:uuid:9b1f1d0a-3c62-4f0e-8d53-5f3f2c1c7a49',
    date: '2026-11-27',
    description:
      'Somebody pays for a loaf a day at a house that has been empty for years. The baker’s boy carries it up the hill, and one wet morning he looks through the letter box.',
    subjects: ['Fiction', 'Short stories', 'Bakers'],
    position: 2,
    accessibility: 'Plain text; the cover has alternative text.',
    pictures: [],
    frontMatter,
    story: [
      { id: 'chapter-1', title: 'Chapter 1: The Order', matter: 'bodymatter' },
      { id: 'chapter-2', title: 'Chapter 2: The Letter Box', matter: 'bodymatter' },
      { id: 'chapter-3', title: 'Chapter 3: Ten Minutes to Four', matter: 'bodymatter' },
    ],
  },
];
