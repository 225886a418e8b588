/** What an SSML document asks for. */
export interface ReadSsml {
  /** `xml:lang` of the document. */
  readonly language: string;
  readonly voice: string;
  /** `xml:lang` of a `lang` element, or undefined. */
  readonly foreign: string | undefined;
  readonly text: string;
  /** Style of an `express-as` element, or undefined. */
  readonly style: string | undefined;
  /** The phonemes of each `phoneme` element, which must be in the IPA. */
  readonly phonemes: readonly string[];
}

/** Reads an SSML document as the services of Microsoft do: it must be well-formed, with one voice. Returns undefined otherwise. */
export function readSsml(given: string): ReadSsml | undefined {
  const element = /<phoneme alphabet="ipa" ph="([^"<]+)">([^<]*)<\/phoneme>/gu;
  const phonemes = [...given.matchAll(element)].map(([, ipa = '']) => ipa);
  const styled =
    /(?<= xmlns="[^"]+") xmlns:mstts="[^"]+"(?<rest>.*)<mstts:express-as style="(?<style>[^"<]+)">(?<content>.*)<\/mstts:express-as>/su.exec(
      given,
    );
  const style = styled?.groups?.['style'];
  const plain = styled ? given.replace(styled[0], `${styled.groups?.['rest']}${styled.groups?.['content']}`) : given;
  const document = plain.replaceAll(element, '$2');
  const pattern =
    /^<speak version="1.0" xmlns="[^"]+" xml:lang="([^"<&]+)"><voice name="([^"<]+)">(?:<lang xml:lang="([^"<&]+)">)?([^<]*)(?:<\/lang>)?<\/voice><\/speak>$/u;
  const found = pattern.exec(document);
  const [, language = '', voice = '', foreign, text = ''] = found ?? [];
  const isEscaped = !/&(?!(?:amp|lt|gt|quot|apos);)/u.test(text);
  const isWellFormed = isEscaped && !/[\p{Cc}\p{Cs}\uFFFE\uFFFF]/u.test(text.replaceAll(/[\t\n\r]/gu, ' '));
  return found && isWellFormed ? { language, voice, foreign, text: unescapeXml(text), phonemes, style } : undefined;
}

const characters: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
};

function unescapeXml(text: string): string {
  return text.replaceAll(/&\w+;/gu, (entity) => characters[entity] ?? entity);
}
