import { baseLanguage } from '../core/language.ts';

/** A sentence with which a voice introduces itself, by language. `{name}` is only in scripts that the name is written in. */
const sentences: Readonly<Record<string, string>> = {
  de: 'Ich heiße {name}. Die letzte Straßenbahn fuhr den Hügel hinauf, und niemand wollte aussteigen.',
  en: 'My name is {name}. The last tram climbed the hill, and nobody wanted to get off.',
  es: 'Me llamo {name}. El último tranvía subía la colina y nadie quería bajarse.',
  fr: 'Je m’appelle {name}. Le dernier tramway montait la colline, et personne ne voulait descendre.',
  hi: 'आख़िरी ट्राम पहाड़ी पर चढ़ रही थी, और कोई उतरना नहीं चाहता था।',
  is: 'Ég heiti {name}. Síðasti sporvagninn fór upp hæðina og enginn vildi fara út.',
  it: 'Mi chiamo {name}. L’ultimo tram saliva la collina e nessuno voleva scendere.',
  ja: '最後の電車が坂を上っていきました。だれも降りようとはしませんでした。',
  pt: 'Meu nome é {name}. O último bonde subia a colina e ninguém queria descer.',
  ru: 'Последний трамвай поднимался на холм, и никто не хотел выходить.',
  zh: '最后一班电车开上了山坡，谁也不想下车。',
};

/** Returns what a voice says to introduce itself; in a language without a sentence, its name. */
export function sampleSentenceOf(language: string, name: string): string {
  return (sentences[baseLanguage(language)] ?? '{name}.').replace('{name}', name);
}
