import type { WholeLanguage } from '../language.ts';
import { frenchSpoken } from './french-spoken.ts';

/** What is known of French. */
export const french: WholeLanguage = {
  conjunctions: 'et|ou',
  commonWords: 'le la de et les des un une que est',
  sentences: {
    titles: `m mm mme mmes mlle mlles dr drs me mes mgr pr prof st ste sts cap col gén lt sgt c.-à-d c.-à-dire p.ex
      ex cf env av apr éd trad`,
    beforeNumber: 'sc th niv n no nos p pp vol t chap art fig v vv al paragr tél janv févr avr juil sept oct nov déc',
    closing: 'etc jr sr cie sté j.-c bd hab min',
    starters: `à alors après ainsi au aucun aussi autre aux avant avec bien bientôt ce ceci cela celle celui
      cependant ces cet cette ceux chacun chaque comme comment d dans de depuis des dès donc du elle elles en encore
      enfin ensuite entre est et finalement il ils j je jamais l la le les leur leurs lorsque lui ma mais malgré
      maintenant mes moi mon même ni non nos notre nous on or ou où oui par parce pendant personne peut plus
      plusieurs pour pourquoi pourtant puis puisque qu quand que quel quelle quelques qui quoi rien s sa sans se
      selon ses si son sous sur ta tant tandis tous tout toute toutefois toutes très tu un une vers voici voilà vos
      votre vous y`,
  },
  quotations: { dash: true },
  titles: {
    authorNote: "notes? de l['’]auteure?|n/a|nda",
    workedOn: 'traduit par',
    roles: 'traducteur|traductrice|traduction|correcteur|correction|relecture',
    producerPages: 'àproposdecetteéditionélectronique àproposdecetteéditionnumérique',
    producers:
      'ce livre électronique est issu de la bibliothèque numérique wikisource|.{0,90}\\bpar le groupe\\s*:?\\s*ebooks libres et gratuits|ce livre numérique a été édité par la bibliothèque numérique romande',
    reference: 'voir',
    page: 'pages?',
    chapter: 'chapitre',
    part: 'partie|livre|tome|acte',
    scene: 'scène',
    numbered: 'épisode|leçon|saison|jour|page|numéro',
    cover: 'couverture',
    contents: 'table des matières|sommaire',
    links:
      'retour(?: (?:à la|au|aux) (?:table des matières|sommaire|début))?|précédente?|suivante?|(?:chapitre|sujet|rubrique|page) (?:précédente?|suivante?|parente?)|informations? associées?',
    index: 'indexdesnoms indexgénéral indexthématique',
    bibliography: 'bibliographie références référencesbibliographiques ouvragescités',
    end: 'fin',
    pieces: 'pr[eé]face|postface|dédicace|épigraphe|avant-propos|remerciements',
    numbers: `1=une/un/premier/première 2=deux/deuxième/seconde 3=trois/troisième 4=quatre/quatrième
      5=cinq/cinquième 6=six/sixième 7=sept/septième 8=huit/huitième 9=neuf/neuvième 10=dix/dixième 11=onze/onzième
      12=douze/douzième 13=treizième/treize 14=quatorzième/quatorze 15=quinzième/quinze 16=seizième/seize`,
    title: 'titre',
    by: 'par',
    of: 'de',
    imprint: 'éditions?|traduc',
    nothing: 'inconnu|sans titre',
    rights: 'tous droits réservés',
    notes: 'notes de fin|notes de bas de page',
    pictures: 'illustrations planches gravures',
    pages: {
      'title-page': 'pagedetitre fauxtitre',
      copyright: 'mentionslégales crédits',
      contents:
        'tabledesmatières sommaire tabledesillustrations tabledesfigures tabledesgravures listedesillustrations listedesfigures listedestableaux',
      advertisement: 'dumêmeauteur',
    },
  },
  speakers: {
    verbs: `dit dis demanda demande répondit répond répliqua réplique reprit ajouta ajoute continua fit observa remarqua
      déclara annonça expliqua ordonna protesta insista interrompit poursuivit lança pensa interrogea`,
    manners: {
      whispered: 'murmura murmure chuchota chuchote souffla susurra',
      shouted: 'cria crie hurla hurle vociféra',
      laughing: 'rit ricana',
      sad: 'sanglota gémit pleura',
      angry: 'gronda grogna siffla',
      afraid: 'balbutia bégaya bredouilla',
      urgent: 'supplia implora',
      ironic: 'railla ironisa persifla',
      excited: 's’écria s’écrie s’exclama s’exclame',
      tired: 'soupira soupire bâilla',
    },
    tones: {
      whispered: 'murmurant chuchotant',
      shouted: 'criant hurlant',
      laughing: 'riant',
      sad: 'tristement sanglotant pleurant tristesse',
      angry: 'furieusement colère rageusement',
      afraid: 'timidement craintivement peureusement',
      urgent: 'précipitamment vivement impatiemment',
      tender: 'doucement tendrement tendresse',
      ironic: 'ironiquement ironie moqueusement',
      excited: 'joyeusement enthousiasme',
      tired: 'lassement lassitude soupirant bâillant',
    },
    male: 'il lui',
    female: 'elle',
    maleTitles: 'm monsieur sire roi prince duc comte baron oncle père frère maître',
    femaleTitles: 'mme madame mlle mademoiselle reine princesse duchesse comtesse tante mère sœur',
    titles: 'docteur dr capitaine colonel général professeur inspecteur',
    subjects: 'il elle je',
  },
  announcements: {
    formula: 'formule',
    picture: 'Image à la page #',
    code: { one: 'Exemple de code, # ligne.', other: 'Exemple de code, # lignes.' },
  },
  sample: 'Je m’appelle {name}. Le dernier tramway montait la colline, et personne ne voulait descendre.',
  testSentence: 'Le vieil homme a compté sept bateaux dans le port ce matin.',
  spoken: frenchSpoken,
  // French: one `r`.
  letters: {
    voice: 'roa/fr',
    standIns: { consonant: 'fofafo', vowel: 'avavofo' },
    ipa: { r: 'ʁ', ɹ: 'ʁ', ɾ: 'ʁ', ʀ: 'ʁ' },
  },
};
