const number = String.raw`\p{N}{1,4}[a-z]?`;
const numbers = String.raw`${number}(?:\s?[,;–-]\s?${number}){0,9}`;
/** Words before the number of a figure, in the languages of the prompts. */
const referred = String.raw`(?:figures?|figs?\.?|tables?|tab\.?|plates?|illustrations?|abb\.?|abbildung(?:en)?|tabellen?|figuras?|tablas?|tableaux?|tableau|figura|figure|tavola|tabelas?|afbeelding(?:en)?|рис\.?|рисун\p{L}{1,4}|табл\.?|таблиц\p{L}{1,2}|図|表|图)`;
const see = String.raw`(?:(?:see|cf\.?|compare|vgl\.?|siehe|s\.|voir|véase|ver|vedi|cfr\.?|veja|zie|см\.?)\s+)?(?:also\s+|auch\s+|aussi\s+)?`;
/** A name. Words in capitals alone are names, too. */
const author = String.raw`(?!(?:In|On|Since|From|Born|Died|Until|Im|Seit|En|Dal)\b)\p{Lu}[\p{L}’'-]{1,30}`;

/** References that the eye needs and the ear does not: [12], ¹, (see figure 3), (Smith et al., 2004, p. 5). */
const references = [
  new RegExp(
    [
      String.raw`\s?\[(?:${numbers}|[*†‡a-z])\]`,
      String.raw`(?<=^|[\p{L}\p{P}])[¹²³⁴⁵⁶⁷⁸⁹⁰]{1,3}`,
      String.raw`\s?[([（]${see}${referred}\s?${numbers}(?:を?参照|参见|见)?[)\]）]`,
    ].join('|'),
    'giu',
  ),
  new RegExp(
    String.raw`\s?\((?:[Ss]ee |[Cc]f\. |[Vv]gl\. )?${author}(?:,? (?:&|and|und|et|y|e) ${author}| et al\.?){0,3},? \p{Nd}{4}[a-z]?(?:, (?:pp?|S)\. ?${numbers})?\)`,
    'gu',
  ),
];

/** Returns a passage without the references in it, or undefined when it holds any other word. */
export function withoutReference(passage: string): string | undefined {
  const text = references.reduce((rest, reference) => rest.replaceAll(reference, ''), passage);
  return text === passage || /[\p{L}\p{N}]/u.test(text) ? undefined : text;
}
