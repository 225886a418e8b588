import type { LeftOutReason } from '../../../core/book.ts';

/** Words in the class or id of what stands around an article; each is a whole word of the name. */
const names: readonly (readonly [LeftOutReason, RegExp])[] = [
  ['comments', /^(?:comments?|disqus|responses?|discussion|reactions?)$/u],
  [
    'advertisement',
    /^(?:cookies?|consent|gdpr|ads?|advert|advertisements?|sponsored|sponsor|promo|newsletter|subscribe|subscription|paywall)$/u,
  ],
  ['navigation', /^(?:nav|navbar|navigation|menu|breadcrumbs?|pagination|pager|skip|toolbar)$/u],
  [
    'surroundings',
    /^(?:sidebar|share|sharing|social|related|recommended|recommendations|popup|modal|masthead|footer|login|signup|banner|byline|tags)$/u,
  ],
];

const elements: ReadonlyMap<string, LeftOutReason> = new Map([
  ['nav', 'navigation'],
  ['menu', 'navigation'],
  ['header', 'surroundings'],
  ['footer', 'surroundings'],
  ['aside', 'surroundings'],
  ['form', 'surroundings'],
  ['dialog', 'surroundings'],
]);

const roles: ReadonlyMap<string, LeftOutReason> = new Map([
  ['navigation', 'navigation'],
  ['menu', 'navigation'],
  ['banner', 'surroundings'],
  ['contentinfo', 'surroundings'],
  ['complementary', 'surroundings'],
  ['search', 'surroundings'],
  ['dialog', 'surroundings'],
  ['alert', 'surroundings'],
]);

/** The attributes that show the purpose of an element. */
export interface ElementMarks {
  readonly name: string;
  readonly role: string;
  /** Class and id. */
  readonly labels: string;
}

/** Returns what an element around an article is by its name, role, class and id; undefined for any other element. */
export function surroundingsReason({ name, role, labels }: ElementMarks): LeftOutReason | undefined {
  const words = labels
    .replaceAll(/(?<=[a-z])(?=[A-Z])/gu, ' ')
    .toLowerCase()
    .split(/[^a-z]+/u);
  const named = names.find(([, pattern]) => words.some((word) => pattern.test(word)))?.[0];
  return named ?? roles.get(role) ?? elements.get(name);
}
