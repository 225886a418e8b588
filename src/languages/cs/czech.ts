import type { Language } from '../language.ts';
import { czechSpoken } from './czech-spoken.ts';

/** What is known of Czech. */
export const czech: Language = {
  conjunctions: 'a|i|nebo',
  masculineUnits: true,
  dottedOrdinals: true,
  sentences: {
    titles: `např tj tzn tzv mj popř příp resp cca ul nám tř sv p pí dr prof doc ing mgr bc judr mudr phdr rndr gen
      plk pplk mjr kpt angl něm řec pozn překl vyd srov zvl býv nar zemř t.č t.zv vs`,
    ambiguous: 'por sl hl fr lat red zn tis mil mld',
    beforeNumber: `č čís s str sv kap obr tab odst písm čl roč díl sv tel hod ř lit led ún břez dub květ červ čer
      srp zář říj list pros`,
    closing: 'r stol atd apod aj hod min sek hal n.l o.p.s a.s s.r.o ml st',
    starters: `a aby ale ani ano asi až bez byl byla bylo byli být co což dále do dnes dokud ještě i já jak jako
      jaký je jeho její jejich jen jenže jestli jestliže každý kde kdo kdy když kdyby která které který k ke kvůli
      mezi mnoho možná můj my na nad najednou nakonec náhle ne nebo není než nic nikdo nikdy no o od on ona oni ono
      od po pod pokud potom proč pro proto protože před při přesto s sám se tady tak také takže tam tato ten tedy
      teď tehdy to tohle tomu tu ty už u v ve vedle však vy všechno všichni z za zatím zde ze že`,
  },
  quotations: { dash: true, inward: true },
  titles: {
    reference: 'viz',
    page: 'strana|str',
    chapter: 'kapitola',
    part: 'část|kniha|díl',
    cover: 'obálka',
    index: 'rejstřík jmennýrejstřík',
    bibliography: 'literatura seznamliteratury',
    end: 'konec',
    pieces: 'prolog|epilog|věnování|předmluva|úvod|doslov',
    numbers: `1=prvni/první 2=druhá/druhý/druhé 3=třetí 4=čtvrtá/čtvrtý/čtvrté 5=pátá/pátý/páté 6=šestá/šestý/šesté
      7=sedmá/sedmý/sedmé 8=osmá/osmý/osmé 9=devátá/devátý/deváté 10=desátá/desátý/desáté`,
    notes: 'poznámky',
    pages: { contents: 'obsah' },
  },
  announcements: {
    formula: 'vzorec',
    picture: 'Obrázek na straně #',
    code: { one: 'Ukázka kódu, # řádek.', few: 'Ukázka kódu, # řádky.', other: 'Ukázka kódu, # řádků.' },
  },
  spoken: czechSpoken,
};
