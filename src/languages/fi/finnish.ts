import type { Language } from '../language.ts';

/** What is known of Finnish. */
export const finnish: Language = {
  conjunctions: 'tai|sekä',
  dottedOrdinals: true,
  sentences: {
    titles: `esim ks vrt nk ent toim suom engl ransk kreik ven ruots n prof dos maist ins kenr ev luutn kapt hra
      rva nti pyh t.s tms huom til joht puh.joht kirj synt k`,
    ambiguous: 'ns ko em so ts to lat mm tri saks',
    beforeNumber: `klo s sivu nro n:o luku kuva taul osa art puh mom tammi helmi maalis huhti touko kesä heinä elo
      syys loka marras joulu v`,
    closing: 'jne ym yms tms eaa jaa e.kr j.kr milj mrd min sek kpl eur snt mk v',
    starters: `aina ainakin ei eikä eilen en ensin entä ettei että hän hänen he heidän heti hyvin illalla ilman
      itse ja jo jokainen jos joka jotta joskus juuri kaikki kaiken kanssa kenties koko kohta koska kuin kuinka
      kuitenkin kuka kukaan kun kyllä lopulta lopuksi me meidän mikä miksi minä minun missä mistä miten mitä moni
      mutta muut myös myöhemmin nämä ne niin niitä noin nuo nyt näin olen oli olisi on onko pian se sekä sen siellä
      siinä siitä sillä silloin silti sinä sitten sitä tai tämä tässä te tosin tuo tuolla tänään vaan vaikka vain
      vasta vielä voi yhtäkkiä yksi`,
  },
  quotations: { dash: true, equal: true },
  titles: {
    reference: 'ks\\.',
    picture: 'kuva',
    page: 'sivu',
    chapter: 'luku',
    part: 'osa|kirja',
    cover: 'kansi',
    index: 'hakemisto henkilöhakemisto',
    bibliography: 'kirjallisuus lähteet lähdeluettelo',
    end: 'loppu',
    pieces: 'esipuhe|johdanto|jälkisanat',
    numbers: `1=ensimmäinen 2=toinen 3=kolmas 4=neljäs 5=viides 6=kuudes 7=seitsemäs 8=kahdeksas 9=yhdeksäs
      10=kymmenes`,
    notes: 'alaviitteet|viitteet',
    pages: { contents: 'sisällys sisällysluettelo' },
  },
  announcements: {
    formula: 'kaava',
    picture: 'Kuva sivulla #',
    code: { one: 'Koodiesimerkki, # rivi.', other: 'Koodiesimerkki, # riviä.' },
  },
};
