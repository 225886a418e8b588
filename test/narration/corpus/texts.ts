/**
 * A text of the corpus in one language, our own. `{written|spoken}` has a passage as the book writes it and as a narrator says
 * it: both are right in a script, and nothing else is.
 */
export interface CorpusText {
  /** BCP-47 code. */
  readonly language: string;
  readonly paragraphs: readonly string[];
  /** What models write before and after a script, and inside of one. */
  readonly preamble: string;
  readonly closing: string;
  readonly remark: string;
  readonly label: string;
  readonly title: string;
  readonly refusal: string;
  readonly question: string;
  /** Replacements that change what the text says. */
  readonly negation: readonly [string, string];
  readonly name: readonly [string, string];
  readonly number: readonly [string, string];
  readonly summary: string;
}

/** The texts of the corpus. Each has a paragraph of one sentence, a number, a name and a bracket. */
export const corpusTexts: readonly CorpusText[] = [
  {
    language: 'en',
    paragraphs: [
      'On {3 May|the third of May} {1911|nineteen eleven}, {Mr.|Mister} Aldous Merrin walked down to the harbour and counted the boats. There were {17|seventeen} of them, and one was not his own.',
      'Nobody had seen it come.',
      '“That one cost {£250|two hundred and fifty pounds},” said the keeper (she laughed as she said it). She pulled her shawl about her shoulders and looked away.',
      'The strange boat lay very low in the water, and a lantern was still burning at her stern, although the sun had been up for hours.',
    ],
    preamble: 'Sure! Here is the narration script for the chapter you provided:',
    closing: 'Let me know if you would like me to continue with the next chapter!',
    remark: 'pauses for effect',
    label: 'Narrator',
    title: 'Chapter Script: The Harbour',
    refusal: 'I’m sorry, but I can’t reproduce copyrighted material. I can offer a summary instead.',
    question: 'Would you like me to keep the dialogue in the old style, or should I make it modern?',
    negation: ['was not his own', 'was his own'],
    name: ['Merrin', 'Merton'],
    number: ['seventeen', 'seventy'],
    summary: 'A captain finds a strange boat among his own one morning in spring, and a woman tells him its price.',
  },
  {
    language: 'de',
    paragraphs: [
      'Am {3.|dritten} Mai {1911|neunzehnhundertelf} ging {Dr.|Doktor} Albrecht Merzin zum Hafen hinunter und zählte die Boote. Es waren {17|siebzehn}, und eines gehörte ihm nicht.',
      'Niemand hatte es kommen sehen.',
      '„Das da kostet {250 €|zweihundertfünfzig Euro}“, sagte die Wärterin (sie lachte dabei). Sie zog das Tuch um die Schultern und sah weg.',
      'Das fremde Boot lag sehr tief im Wasser, und am Heck brannte noch eine Laterne, obwohl die Sonne seit Stunden am Himmel stand.',
    ],
    preamble: 'Gerne! Hier ist das Skript für das Kapitel, das Sie mir gegeben haben:',
    closing: 'Ich hoffe, das hilft Ihnen weiter. Soll ich mit dem nächsten Kapitel fortfahren?',
    remark: 'kurze Pause',
    label: 'Erzähler',
    title: 'Hörbuchskript: Der Hafen',
    refusal: 'Es tut mir leid, aber dabei kann ich Ihnen leider nicht helfen.',
    question: 'Möchten Sie, dass ich die Dialoge in heutiges Deutsch übertrage?',
    negation: ['gehörte ihm nicht', 'gehörte ihm'],
    name: ['Merzin', 'Merten'],
    number: ['siebzehn', 'siebzig'],
    summary: 'Ein Mann entdeckt eines Morgens ein unbekanntes Schiff und erfährt dessen Preis.',
  },
  {
    language: 'fr',
    paragraphs: [
      'Le {3|trois} mai {1911|mille neuf cent onze}, {M.|Monsieur} Alban Merrin descendit au port et compta les bateaux. Il y en avait {17|dix-sept}, et l’un d’eux n’était pas à lui.',
      'Personne ne l’avait vu venir.',
      '« Celui-là coûte {250 €|deux cent cinquante euros} », dit la gardienne (elle riait en le disant). Elle serra son châle autour de ses épaules et détourna les yeux.',
      'Le bateau inconnu était très bas sur l’eau, et une lanterne brûlait encore à la poupe, bien que le soleil fût levé depuis des heures.',
    ],
    preamble: 'Bien sûr ! Voici le texte adapté pour la narration du chapitre :',
    closing: 'N’hésitez pas à me dire si vous souhaitez la suite du chapitre.',
    remark: 'une courte pause',
    label: 'Narrateur',
    title: 'Script du chapitre : Le port',
    refusal: 'Je suis désolé, mais je ne peux pas reproduire ce contenu.',
    question: 'Souhaitez-vous que je modernise les dialogues de ce passage ?',
    negation: ['n’était pas à lui', 'était à lui'],
    name: ['Merrin', 'Martin'],
    number: ['dix-sept', 'soixante-dix'],
    summary: 'Un homme découvre un matin un navire étranger et apprend son prix.',
  },
  {
    language: 'es',
    paragraphs: [
      'El {3|tres} de mayo de {1911|mil novecientos once}, don Alonso Merrín bajó al puerto y contó los barcos. Había {17|diecisiete}, y uno no era suyo.',
      'Nadie lo había visto llegar.',
      '—Ese cuesta {250 €|doscientos cincuenta euros} —dijo la guardiana (se reía al decirlo). Se ajustó el chal sobre los hombros y miró a otro lado.',
      'El barco desconocido estaba muy hundido en el agua, y en la popa ardía todavía un farol, aunque el sol había salido hacía horas.',
    ],
    preamble: '¡Claro! Aquí tienes el guion de narración del capítulo que me enviaste:',
    closing: 'Espero que te sirva. Avísame si quieres que siga con el próximo capítulo.',
    remark: 'pausa breve',
    label: 'Narrador',
    title: 'Guion del capítulo: El puerto',
    refusal: 'Lo siento, pero no puedo ayudarte con eso.',
    question: '¿Quieres que pase los diálogos al español actual?',
    negation: ['no era suyo', 'era suyo'],
    name: ['Merrín', 'Marín'],
    number: ['diecisiete', 'setenta'],
    summary: 'Un hombre descubre una mañana una nave extraña y se entera del precio.',
  },
  {
    language: 'it',
    paragraphs: [
      'Il {3|tre} maggio {1911|millenovecentoundici} Aldo Merrini scese al porto e contò le barche. Erano {17|diciassette}, e una non era sua.',
      'Nessuno l’aveva vista arrivare.',
      '«Quella costa {250 €|duecentocinquanta euro}», disse la guardiana (rideva nel dirlo). Si strinse lo scialle sulle spalle e guardò altrove.',
      'La barca sconosciuta era molto bassa sull’acqua, e a poppa ardeva ancora una lanterna, benché il sole fosse alto da ore.',
    ],
    preamble: 'Certo! Ecco il testo adattato per la narrazione del capitolo:',
    closing: 'Fammi sapere se vuoi che continui con il prossimo capitolo.',
    remark: 'breve pausa',
    label: 'Narratore',
    title: 'Copione del capitolo: Il porto',
    refusal: 'Mi dispiace, ma non posso aiutarti con questa richiesta.',
    question: 'Vuoi che renda i dialoghi più moderni?',
    negation: ['non era sua', 'era sua'],
    name: ['Merrini', 'Martini'],
    number: ['diciassette', 'settanta'],
    summary: 'Un uomo scopre una mattina un battello straniero e ne viene a sapere il prezzo.',
  },
  {
    language: 'pt',
    paragraphs: [
      'Em {3|três} de maio de {1911|mil novecentos e onze}, Álvaro Merrim desceu ao porto e contou os barcos. Eram {17|dezessete}, e um não era dele.',
      'Ninguém o tinha visto chegar.',
      '— Aquele custa {250 €|duzentos e cinquenta euros} — disse a guardiã (ria ao dizê-lo). Puxou o xale sobre os ombros e olhou para longe.',
      'O barco estranho estava muito baixo na água, e na popa ainda ardia uma lanterna, embora o sol tivesse nascido havia horas.',
    ],
    preamble: 'Claro! Aqui está o roteiro de narração do capítulo:',
    closing: 'Espero que tenha gostado. Quer que eu continue com o próximo capítulo?',
    remark: 'pausa curta',
    label: 'Narrador',
    title: 'Roteiro do capítulo: O porto',
    refusal: 'Sinto muito, mas não posso ajudar com isso.',
    question: 'Você quer que eu modernize os diálogos?',
    negation: ['não era dele', 'era dele'],
    name: ['Merrim', 'Martins'],
    number: ['dezessete', 'setenta'],
    summary: 'Um homem descobre certa manhã uma embarcação desconhecida e fica sabendo do preço.',
  },
  {
    language: 'ru',
    paragraphs: [
      '{3|Третьего} мая {1911|тысяча девятьсот одиннадцатого} года Алексей Меринов спустился в гавань и пересчитал лодки. Их было {17|семнадцать}, и одна не была его.',
      'Никто не видел, как она пришла.',
      '— Эта стоит {250|двести пятьдесят} рублей, — сказала смотрительница (она смеялась при этом). Она закуталась в платок и отвернулась.',
      'Чужая лодка сидела в воде очень низко, и на корме всё ещё горел фонарь, хотя солнце взошло много часов назад.',
    ],
    preamble: 'Конечно! Вот сценарий для чтения главы, которую вы прислали:',
    closing: 'Дайте знать, если нужно продолжить со следующей главой.',
    remark: 'короткая пауза',
    label: 'Рассказчик',
    title: 'Сценарий главы: Гавань',
    refusal: 'К сожалению, я не могу помочь с этим запросом.',
    question: 'Хотите, чтобы я сделал диалоги современнее?',
    negation: ['не была его', 'была его'],
    name: ['Меринов', 'Мартынов'],
    number: ['семнадцать', 'семьдесят'],
    summary: 'Однажды утром человек замечает незнакомое судно и узнаёт его цену.',
  },
  {
    language: 'ja',
    paragraphs: [
      '{1911|千九百十一}年{5|五}月{3|三}日、森田は港へ下りて舟を数えた。舟は{17|十七}艘あり、一艘は彼のものではなかった。',
      '誰もそれが来るのを見ていなかった。',
      '「あれは{250円|二百五十円}だよ」と番人は言った（言いながら笑った）。彼女は肩掛けを引き寄せて目をそらした。',
      '見知らぬ舟は水に深く沈み、日はとうに昇っていたのに、艫にはまだ灯がともっていた。',
    ],
    preamble: 'もちろんです。以下がこの章のナレーション原稿です：',
    closing: '次の章も続けましょうか。お気軽にお知らせください。',
    remark: '少し間を置く',
    label: 'ナレーター',
    title: '章の台本：港',
    refusal: '申し訳ありませんが、そのご要望にはお応えできません。',
    question: '会話を現代風に直してもよろしいですか。',
    negation: ['彼のものではなかった', '彼のものだった'],
    name: ['森田', '村田'],
    number: ['十七', '七十'],
    summary: 'ある朝、男が知らない船を見つけ、その値段を知る。',
  },
  {
    language: 'zh',
    paragraphs: [
      '{1911|一九一一}年{5|五}月{3|三}日，梅林走到港口去数船。一共有{17|十七}条，其中一条不是他的。',
      '没有人看见它来。',
      '“那条值{250|二百五十}元，”看守人说（她边说边笑）。她把披肩裹紧，看向别处。',
      '那条陌生的船吃水很深，虽然太阳早已升起，船尾还亮着一盏灯。',
    ],
    preamble: '当然可以！以下是本章的旁白脚本：',
    closing: '如果需要继续下一章，请告诉我。',
    remark: '稍作停顿',
    label: '旁白',
    title: '章节脚本：港口',
    refusal: '很抱歉，我无法满足这个请求。',
    question: '您希望我把对话改成现代口语吗？',
    negation: ['不是他的', '是他的'],
    name: ['梅林', '马林'],
    number: ['十七', '七十'],
    summary: '一天早上有个男子发现来历不明的小艇并得知价钱。',
  },
];

const slot = /\{([^{}|]*)\|([^{}|]*)\}/gu;

/** Returns a text as the book writes it. */
export function written({ paragraphs }: Pick<CorpusText, 'paragraphs'>): string {
  return paragraphs.join('\n\n').replaceAll(slot, '$1');
}

/** Returns a text as a narrator says it. */
export function spoken({ paragraphs }: Pick<CorpusText, 'paragraphs'>): string {
  return paragraphs.join('\n\n').replaceAll(slot, '$2');
}

/**
 * Reports whether a script has exactly the words of its text, each slot as it is written or as it is said. It compares letters and
 * digits only and knows nothing of the guard.
 */
export function hasTheWords(script: string, { paragraphs }: Pick<CorpusText, 'paragraphs'>): boolean {
  const parts = paragraphs.join('\n\n').split(/(\{[^{}]*\})/u);
  const pattern = parts.map((part) => {
    const [found, one = '', other = ''] = new RegExp(slot.source, 'u').exec(part) ?? [];
    return found === undefined ? signs(part) : `(?:${signs(one)}|${signs(other)})`;
  });
  return new RegExp(`^${pattern.join('')}$`, 'u').test(signs(script));
}

/** Returns the letters and digits of a text in small letters. */
function signs(text: string): string {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}€£$]/gu, '')
    .replaceAll(/[€£$]/gu, '');
}
