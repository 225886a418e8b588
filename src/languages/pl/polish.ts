import type { Language } from '../language.ts';
import { polishSpoken } from './polish-spoken.ts';

/** What is known of Polish. */
export const polish: Language = {
  conjunctions: 'i|lub|oraz',
  masculineUnits: true,
  dottedOrdinals: true,
  sentences: {
    titles: `np tzn tj tzw zob wg ok ul św bł śp prof mgr inż hab dr ks gen płk ppłk mjr kpt sierż m.in niem fr łac
      ros tłum oprac wyd przyp vel ds hr pn pd wsch zach płn płd ww jw pw`,
    ambiguous: 'im por os al ang wł ur dot gr red zm',
    beforeNumber: `godz nr s str t rozdz rys tab tabl art ust pkt par poz zał wiersz w tel sygn z kl lp sty lut mar
      kwi maj cze lip sie wrz paź lis gru`,
    closing: 'r w itd itp etc n.e p.n.e tys mln mld zł min sek m cm km kg jr sp s.a o.o',
    starters: `a ale ależ albo ani aż bez był była było byli bo być by chociaż co czy dla dlaczego dlatego dlaczego
      do dopiero dzisiaj gdy gdyby gdzie i ich ja jak jaki jako je jednak jedno jego jej jest jestem jeszcze jeśli
      już kiedy każdy kto która który lecz ma mam może można mój my na nad nagle nam nas natomiast nawet nic nie
      nigdy nikt no o od ona one oni ono on oraz pan pani po pod podczas poza potem ponieważ przed przez przy są się
      skąd sam tak taki tam te tego ten teraz to toteż trzeba tu ty tylko w we więc wreszcie wszyscy wszystko wtedy
      właśnie z za zaś zawsze ze został żeby że`,
  },
  quotations: { dash: true },
  titles: {
    reference: 'zob\\.',
    picture: 'ilustracja',
    page: 'strona|str',
    chapter: 'rozdział',
    part: 'część|księga',
    cover: 'okładka',
    contents: 'spis treści',
    links:
      '(?:powrót|wróć) do (?:spisu treści|góry)|(?:poprzedni|następny) (?:temat|rozdział)|temat nadrzędny|informacje pokrewne',
    index: 'indeks indeksosób indeksnazwisk skorowidz',
    bibliography: 'bibliografia literatura piśmiennictwo',
    end: 'koniec',
    pieces: 'prolog|epilog|dedykacja|przedmowa|wstęp|posłowie',
    numbers: `1=pierwsza/pierwsze/pierwszy/jeden 2=druga/drugi/druge/dwa 3=trzecia/trzecie/trzeci
      4=czwarta/czwarte/czwarty 5=piąta/piąte/piąty 6=szósta/szóste/szósty 7=siódma/siódme/siódmy 8=ósma/ósme/ósmy
      9=dziewiąta/dziewiąte/dziewiąty 10=dziesiąta/dziesiąte/dziesiąty`,
    by: 'przez',
    rights: 'wszelkie prawa',
    notes: 'przypisy',
    pictures: 'ilustracje',
    pages: {
      'title-page': 'stronatytułowa',
      copyright: 'kolofon stopkaredakcyjna',
      contents: 'spistreści spisilustracji spisrysunków',
    },
  },
  announcements: {
    formula: 'wzór',
    picture: 'Ilustracja na stronie #',
    code: { one: 'Przykład kodu, # wiersz.', few: 'Przykład kodu, # wiersze.', other: 'Przykład kodu, # wierszy.' },
  },
  spoken: polishSpoken,
};
