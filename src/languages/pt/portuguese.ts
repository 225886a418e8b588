import type { Language } from '../language.ts';
import { portugueseSpoken } from './portuguese-spoken.ts';

/** What is known of Portuguese. */
export const portuguese: Language = {
  masculineUnits: true,
  conjunctions: 'e|ou',
  commonWords: 'o que de e os um uma não se da',
  sentences: {
    titles: `sr sra srs sras srta dr dra drs d prof profa eng arq gen cel cap ten sto sta s v.ex.ª v.ex ex exmo
      exma p.ex cf aprox`,
    beforeNumber: `séc sécs n no núm p pág págs pp vol vols t cap caps art arts fig tel jan fev mar abr mai jun jul ago set
      out nov dez`,
    closing: 'etc a.c d.c s.a ltda cia av jr',
    starters: `a afinal agora ainda algumas alguns ali antes ao aos apenas após aquela aquele aqui as assim até
      cada com como contudo da das de depois desde dessa deste do dos durante e ela elas ele eles em embora enfim
      enquanto então entre era eram essa esse esta este estava eu foi foram há hoje isso isto já lá logo mais mas me
      mesmo meu minha muitas muito muitos na nada não nas nem nenhum ninguém no nos nossa nosso nunca o onde ontem
      os ou outra outro para pela pelo por porque porém pois porquê quando quase que quem qual se seja sem sempre
      ser seu seus si sim sob sobre sua suas só também tanto tem tinha toda todas todo todos tudo tu um uma você
      vocês à às é`,
  },
  quotations: { dash: true },
  titles: {
    authorNote: 'notas? (?:do autor|da autora)|n/a',
    workedOn: 'traduzido por',
    roles: 'tradutor|tradutora|tradução|revisor|revisora|revisão',
    reference: 'ver|vide',
    picture: 'ilustraç[aã]o',
    page: 'p[aá]gina|p[aá]g',
    chapter: 'cap[ií]tulo',
    part: 'parte|livro|tomo',
    scene: 'cena',
    cover: 'capa',
    contents: 'sumário',
    links:
      'voltar(?: ao (?:topo|índice|início|sumário))?|anterior|próximo|próxima|seguinte|tópico (?:anterior|pai)|próximo tópico|informações relacionadas',
    index: 'índiceremissivo índiceonomástico',
    bibliography: 'bibliografia referências referênciasbibliográficas',
    end: 'fim',
    pieces: 'pr[oó]logo|ep[ií]logo|posfacio|dedicatória|agradecimentos|introdução|prefácio|conclusão',
    numbers: `1=um/primeiro/primeira 2=dois/segundo/segunda 3=três/terceiro/terceira 4=quarto/quarta/quatro
      5=cinco/quinto/quinta 6=seis/sexto/sexta 7=sete/sétimo/sétima 8=oito/oitavo/oitava 9=nove/nono/nona
      10=décimo/décima/dez`,
    title: 'título',
    by: 'por',
    rights: 'todos os direitos',
    notes: 'notas de rodapé',
    pictures: 'ilustrações',
    pages: { contents: 'sumário listadeilustrações' },
  },
  announcements: {
    formula: 'fórmula',
    picture: 'Imagem na página #',
    code: { one: 'Exemplo de código, # linha.', other: 'Exemplo de código, # linhas.' },
  },
  sample: 'Meu nome é {name}. O último bonde subia a colina e ninguém queria descer.',
  // Brazilian Portuguese: nasal vowels end in a nasal consonant, the strong `r` is a `x`.
  letters: {
    voice: 'roa/pt-BR',
    standIns: { consonant: 'fofafó', vowel: 'avavofó' },
    ipa: {
      'ɐ\u0303w\u0303': 'ɐ\u0303ʊ\u0303',
      'ɐ\u0303ʊ\u0303': 'ɐ\u0303ʊ\u0303',
      'ɐ\u0303w': 'ɐ\u0303ʊ\u0303',
      'ɐ\u0303ʊ': 'ɐ\u0303ʊ\u0303',
      'ɐ\u0303': 'ɐ\u0303ŋ',
      'a\u0303': 'ɐ\u0303ŋ',
      'e\u0303j\u0303': 'Aŋ',
      'e\u0303': 'Aŋ',
      'i\u0303': 'iŋ',
      'o\u0303': 'oŋ',
      'u\u0303': 'u\u0303ŋ',
      ɐ: 'æ',
      ei: 'A',
      ej: 'A',
      ai: 'I',
      aj: 'I',
      au: 'W',
      aw: 'W',
      oi: 'oɪ',
      oj: 'oɪ',
      eu: 'eʊ',
      ew: 'eʊ',
      iw: 'iʊ',
      ɛw: 'ɛʊ',
      ʁ: 'x',
      χ: 'x',
      h: 'x',
      ɹ: 'ɾ',
    },
  },
  spoken: portugueseSpoken,
};
