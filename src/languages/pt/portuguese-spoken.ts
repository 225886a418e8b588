import type { SpokenWords } from '../language.ts';
import { nameAfter } from '../reading.ts';
import type { AbbreviationContext } from '../reading.ts';

/** Words and grammar with which Portuguese texts are read aloud. */
export const portugueseSpoken: SpokenWords = {
  addresses: { at: 'arroba', dot: 'ponto', slash: 'barra', dash: 'hífen', underscore: 'sublinhado' },
  nameWords: '(?:d[aoe]s?) ',
  abbreviations: [
    [
      'any',
      `p._ex. por exemplo, a._C. antes de Cristo, d._C. depois de Cristo, a.m. da manhã, p.m. da tarde,
      V._Ex.ª Vossa Excelência, V._Ex.a Vossa Excelência, V._Exª Vossa Excelência, V._Exa. Vossa Excelência, S._Ex.ª Sua Excelência,
      S._Ex.a Sua Excelência, S._Exª Sua Excelência, S._Exa. Sua Excelência, V._S.ª Vossa Senhoria, S._M. Sua Majestade, S._A. Sua Alteza`,
    ],
    [
      'number',
      `p. página, pp. páginas, pág. página, págs. páginas, cap. capítulo, caps. capítulos, vol. volume, vols. volumes,
      fig. figura, art. artigo, t. tomo, n.º número, nº número, n.os números, nos. números`,
    ],
    [
      'name',
      'D. Dom, S. São, V. Vossa, Sto. Santo, Sta. Santa, Fr. Frei, Pe. Padre, Cel. Coronel, Cap. Capitão, Gen. General, Eng. Engenheiro, Av. Avenida',
    ],
    [
      'any',
      `Sr. senhor, Sra. senhora, Sr.ª senhora, Srta. senhorita, Srs. senhores, Sras. senhoras, Dr. doutor, Dra. doutora,
      Dr.ª doutora, Prof. professor, Profa. professora, Prof.ª professora, Exmo. excelentíssimo, Exma. excelentíssima,
      Ilmo. ilustríssimo, etc. etcétera, Ltda. limitada, Cia. companhia, tel. telefone, aprox. aproximadamente,
      obs. observação, séc. século, sécs. séculos, sr. senhor, srs. senhores, sra. senhora, sr.a senhora, sr.ª senhora, dr. doutor`,
    ],
  ],
  acronyms: 'EUA ONU UE URSS BBC CIA FBI SA OTAN TV',
  units: `
    km|m|quilômetro|quilômetros
    m|m|metro|metros
    cm|m|centímetro|centímetros
    mm|m|milímetro|milímetros
    kg|m|quilograma|quilogramas
    g|m|grama|gramas
    mg|m|miligrama|miligramas
    t|f|tonelada|toneladas
    l L|m|litro|litros
    ml mL|m|mililitro|mililitros
    ha|m|hectare|hectares
    km/h|m|quilômetro por hora|quilômetros por hora
    m²|m|metro quadrado|metros quadrados
    km²|m|quilômetro quadrado|quilômetros quadrados
    °C ºC|m|grau Celsius|graus Celsius
    °|m|grau|graus
    %|m|por cento|por cento
    min|m|minuto|minutos
    xícara xícaras|f|xícara|xícaras
    chávena chávenas|f|chávena|chávenas
    colher colheres|f|colher|colheres
    hora horas|f|hora|horas
    ano anos|m|ano|anos
    quilo quilos|m|quilo|quilos
    milha milhas|f|milha|milhas`,
  currencies: `
    R$ BRL|m|real|reais|m|centavo|centavos
    € EUR|m|euro|euros|m|cêntimo|cêntimos
    $ US$ USD|m|dólar|dólares|m|centavo|centavos
    £ GBP|f|libra|libras|m|pêni|pence`,
  scales: `
    mil|m|mil|mil
    milhão milhões|m|milhão|milhões
    bilhão bilhões|m|bilhão|bilhões`,
  symbols: `& e, % por cento, § parágrafo, ° graus, © copyright, + mais, = igual a, @ arroba, € euros, £ libras`,
  grammar: {
    contexts: { 'd.': lordOrLady, 's.': saint, 'v.': yourHighness },
    marks: { decimal: ',', group: '. ' },
    cardinals: {
      masculine: 'cardinal-masculine',
      feminine: 'cardinal-feminine',
      neuter: 'cardinal-masculine',
      counting: 'cardinal-masculine',
    },
    words: { point: 'vírgula', to: 'a', minus: 'menos', plus: 'mais', about: 'cerca de' },
    afterScale: ' de ',
    fractions: {
      half: 'meio|meia|meio',
      andHalf: '',
      after: 'e',
      others: '1/4 um quarto, 3/4 três quartos, 1/3 um terço, 2/3 dois terços',
    },
    money: '{major} e {minor}',
    genders: {
      masculine: `dias?|mapas?|planetas?|programas?|dramas?|telegramas?|problemas?|sistemas?|temas?|poemas?|cinemas?|
        esquemas?|dilemas?|(?!(?:mãos?|fotos?|tribos?|motos?|são)$)\\p{L}+(?:os?|ores)|homem|homens|mês|meses|animais|andares|
        lugares|soldados|irmãos|quilômetros|filhos|anos|reais|dólares|leões|caminhões|milhões`,
      feminine: `(?!(?:da|das|na|nas|para|pela|pelas|ora|mas|era|eram|uma|umas|essa|essas|esta|estas|ela|elas|cada|na|
        nessa|nesta|toda|todas|outra|sua|suas|sobre|agora|fora|contra|acima|ainda|dia|dias)$)(?:\\p{L}+(?:as?|ção|ções|são|sões|
        dades?|gens?|tudes?)|vez|vezes|mulher|mulheres|noites?|mães?|mãos?|flor|flores|cruz|cruzes|partes?|voz|vozes|
        leis?|tribos?|fotos?|tardes?|naves?|torres?|chaves?)`,
    },
    ordinals: {
      small: `primeiro segundo terceiro quarto quinto sexto sétimo oitavo nono décimo décimo_primeiro décimo_segundo
        décimo_terceiro décimo_quarto décimo_quinto décimo_sexto décimo_sétimo décimo_oitavo décimo_nono vigésimo trigésimo
        quadragésimo quinquagésimo sexagésimo septuagésimo octogésimo nonagésimo`,
      compound: '{t} {u}',
      hundreds: 'centésimo',
      thousands: 'milésimo',
      forms: { feminine: 'o a' },
    },
    ordinalMarks: { '\\.?[ºo°](?=\\s\\p{L}|[,;.)]|$)': '-', '\\.?[ªa]': 'feminine' },
    ordinalNouns:
      'guerra feminine, república feminine, congresso -, concílio -, império -, internacional feminine, dinastia feminine',
    ranks: {
      labels: `capítulo|capítulos|livro|tomo|volume|parte|seção|secção|ato|acto|cena|página|páginas|artigo|figura|nota|
        número|canto|sala|tipo|fase|título|salmo|anexo|cap\\.|p\\.`,
      before: { '-': 'séculos?|séc\\.' },
      rulers: {
        '-': `João Pedro Afonso Sancho Manuel Miguel Luís Carlos Filipe Henrique Fernando José Sebastião Duarte Dinis
          Napoleão Paulo Pio Leão Gregório Bento Clemente Inocêncio Nicolau Alexandre Guilherme Frederico Jorge Eduardo Jaime
          Ricardo Francisco Leopoldo Alberto Ramsés Ptolomeu Otão Constantino Teodósio Ivã Ivan`,
        feminine: 'Maria Isabel Elizabeth Elisabete Catarina Leonor Cristina',
      },
      upTo: 10,
    },
    dates: {
      months: 'janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro',
      joint: '\\sde\\s',
      yearJoint: '\\sde\\s',
      spoken: '{d} de {m}',
      beforeYear: ' de ',
      first: 'primeiro',
    },
    years: { before: 'em|de|desde|até|ano|anos|entre|por volta de|antes de|depois de|e' },
    times: {
      before: 'às|as|das|até|desde|pelas|a partir das|à|por volta das',
      marks: ':h',
      after: 'h(?:oras?|rs?)?(?:\\.(?=\\s\\p{Ll}))?|min',
      spoken: '{h} e {m}',
      full: '{h} horas',
      one: 'uma hora',
      gender: 'feminine',
    },
  },
};

/** Names of women, with a title in place of a name, that do not end in -a. */
const women =
  /(?:dade|ilde|ice|ene|In[eê]s|Ign[eê]z|Leonor|I[sz]abel|Beatri[sz]|Brites|Carmen|Ester|Ra(?:qu|ch)el|Adelaide|Rut[eh]|Judite?|Mercês|Dores|Dulce|Guiomar|Violante|Conceição|Luz)$/u;

function isWoman(name: string): boolean {
  return name.endsWith('a') || women.test(name);
}

/** D. Pedro, D. Maria, but initials: Carlos D. Silva. */
function lordOrLady({ text, before, after }: AbbreviationContext): string {
  const name = nameAfter(after);
  if (name === undefined || initial.test(before)) return text;
  return isWoman(name) ? 'Dona' : 'Dom';
}

/** São Bento, Santo António, Santa Clara. */
function saint({ text, before, after }: AbbreviationContext): string {
  const name = nameAfter(after);
  if (name === undefined || name.startsWith('Ex') || initial.test(before)) return text;
  if (isWoman(name)) return 'Santa';
  return /^(?:H?[AEIOUÁÉÍÓÚÂÊÔ])/u.test(name) ? 'Santo' : 'São';
}

function yourHighness({ text, after }: AbbreviationContext): string {
  return /^\s(?:Alteza|Ma[gj]estade|Ex|Senhoria|Merc[eê]|Rev|Santidade|Eminência|Paternidade)/u.test(after)
    ? 'Vossa'
    : text;
}

/** What stands before a name with such a letter, in capitals too. */
const beforeTitle =
  'El-Rei|Rei|Rainha|Infante|Infanta|Príncipe|Princesa|Imperador|Senhor|Senhora|Padre|Frei|Bispo|Arcebispo|Conde|Condessa|Rua|Largo|Praça|Igreja|Convento|Capela|Vila|Castelo|Forte';
/** A letter that is the initial of a name stands behind that name, or behind another initial. */
const initial = new RegExp(String.raw`\p{Lu}\.\s$|[\p{Ll},]\s(?!(?:${beforeTitle})\s$)\p{Lu}\p{Ll}+\s$`, 'u');
