/** French abbreviations; the notation is described at `AbbreviationRules`. */
export const frenchAbbreviations = `
  M. name Monsieur
  MM. name Messieurs
  Mme. title Madame
  Mmes. title Mesdames
  Mlle. title Mademoiselle
  Mlles. title Mesdemoiselles
  Mr. title Monsieur
  Mrs. title Mistress
  Dr. title Docteur
  Drs. title Docteurs
  Pr. title Professeur
  Prof. title Professeur
  Mgr. title Monseigneur
  St. title Saint
  Ste. title Sainte
  Cie. any Compagnie
  Sté. title Société
  Cap. name Capitaine
  Col. name Colonel
  Gén. name Général
  Lt. name Lieutenant
  Sgt. name Sergent
  p._ex. any par exemple
  c.-à-d. any c'est-à-dire
  etc. any et cetera
  cf. any confer
  env. any environ
  av._J.-C. any avant Jésus-Christ
  apr._J.-C. any après Jésus-Christ
  ap._J.-C. any après Jésus-Christ
  J.-C. any Jésus-Christ
  p. number page
  pp. number pages
  t. number tome
  vol. number volume
  chap. number chapitre
  ch. number chapitre
  fig. number figure
  art. number article
  al. number alinéa
  paragr. number paragraphe
  v. number vers
  l. number ligne
  n. number note
  no. number numéro
  nos. number numéros
  éd. any édition
  trad. any traduction
  tél. any téléphone
  bd. name boulevard
  boul. any boulevard
  av. name avenue
  ibid. any ibidem
  id. any idem
  s._d. any sans date
  s._l. any sans lieu
  hab. any habitants
  max. number maximum
  min. number minimum
  P.-S. any post-scriptum
  P._S. any post-scriptum
  N._B. any nota bene
  S._V._P. any s'il vous plaît
  S._M. name Sa Majesté
  S._A._R. any Son Altesse Royale
  S._E. name Son Excellence
  R._P. name Révérend Père
  janv. number janvier
  févr. number février
  avr. number avril
  juil. number juillet
  sept. number septembre
  oct. number octobre
  nov. number novembre
  déc. number décembre
  janv. after janvier
  févr. after février
  avr. after avril
  juil. after juillet
  sept. after septembre
  oct. after octobre
  nov. after novembre
  déc. after décembre
`;

/** Acronyms that are also written with full stops. */
export const frenchAcronyms = new Set('USA US URSS ONU UE OTAN SNCF BBC FBI CIA RATP TGV PDG RDA RFA SA SS'.split(' '));
