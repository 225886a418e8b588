import type { WholeLanguage } from '../language.ts';
import { germanSpoken } from './german-spoken.ts';

/** What is known of German. */
export const german: WholeLanguage = {
  conjunctions: 'und|oder|bis|bzw|sowie',
  commonWords: 'und die der das nicht ist ein zu den sich',
  dottedOrdinals: true,
  sentences: {
    titles: `med phil jur nat dr prof hr hrn fr frl st dipl ing lic z.b d.h u.a i.d.r i.e bzw ca vgl sog evtl ggf inkl exkl zzgl geb
      gest verh s.o s.u o.ä v.a m.e bes insb insbes ehem kgl kais hl röm griech lat engl frz dt jr o.g u.u z.t zb dh
      resp entspr gegr mind allg`,
    beforeNumber: `joh mt mk lk op zi gr max min mind lv nr bd bde s abb abs art kap tab anm z jh jg aufl tel jan feb febr mär apr jun jul aug sept okt
      nov dez`,
    closing: 'mio mrd usw etc uvm u.v.m ff f bzgl v.chr n.chr chr str co gmbh inc ltd sen jun ebd e.v',
    starters: `aber alle als also am an auch auf aus bei beide bis da dabei dadurch dafür dagegen daher damals
      damit danach dann darauf darum das dass davon dem den denn dennoch der des deshalb dessen die dies diese
      dieser dieses doch dort du durch ein eine einen einer einige er es euer für gegen hat hatte heute hier hinter
      ich ihm ihn ihr ihre im immer in ist ja jede jeder jedes jedoch jetzt kein keine man manche mein meine mit
      nach nachdem nein nicht nichts niemand noch nun nur ob obwohl oder ohne plötzlich schließlich schon sein seine
      seit sie so sobald sogar solche trotzdem um und uns unser unter viele vielleicht vom von vor war waren warum
      was weil wenn wer wie wieder wir wo zu zuerst zum zur zwar zwischen`,
  },
  quotations: { inward: true },
  titles: {
    workedOn: 'übersetzt von',
    roles: 'übersetzer|übersetzerin|übersetzung|lektorat|korrektur',
    reference: 'siehe|siehe auch|s\\.',
    picture: 'abbildung',
    page: 'seite',
    chapter: 'kapitel',
    part: 'teil|buch|band|akt|aufzug',
    scene: 'szene|auftritt|brief',
    numbered: 'folge|lektion|episode|staffel|tag|seite|nummer',
    cover: 'umschlag',
    contents: 'inhalt(?:sverzeichnis)?',
    links:
      '(?:zurück |nach |zum |zur )+(?:oben|inhalt(?:sverzeichnis)?|anfang|übersicht)|zurück|weiter|(?:voriges|vorheriges|nächstes|übergeordnetes) (?:thema|kapitel)|(?:vorige|vorherige|nächste) seite|(?:zugehörige|verwandte) informationen',
    index: 'sachregister personenregister stichwortverzeichnis namenregister namensregister',
    bibliography: `literaturverzeichnis quellenverzeichnis bibliografie bibliographie literatur literaturhinweise
      literaturangaben quellen`,
    end: 'ende',
    pieces: 'prolog|epilog|einleitung|einführung|vorwort|geleitwort|nachwort|anhang\\b.*|widmung|motto|danksagung',
    numbers: `1=eins/erster/erstes/ersten/erste 2=zwei/zweiter/zweites/zweiten/zweite
      3=drei/dritter/drittes/dritten/dritte 4=vier/vierter/viertes/vierten/vierte
      5=fünf/fünfter/fünftes/fünften/fünfte 6=sechs/sechster/sechstes/sechsten/sechste
      7=sieben/siebenter/siebentes/siebenten/siebente/siebter/siebtes/siebten/siebte
      8=acht/achter/achtes/achten/achte 9=neun/neunter/neuntes/neunten/neunte 10=zehn/zehnter/zehntes/zehnten/zehnte
      11=elf/elfter/elftes/elften/elfte 12=zwölf/zwölfter/zwölftes/zwölften/zwölfte
      13=dreizehnter/dreizehntes/dreizehnten/dreizehnte/dreizehn
      14=vierzehnter/vierzehntes/vierzehnten/vierzehnte/vierzehn
      15=fünfzehnter/fünfzehntes/fünfzehnten/fünfzehnte/fünfzehn
      16=sechzehnter/sechzehntes/sechzehnten/sechzehnte/sechzehn
      17=siebzehnter/siebzehntes/siebzehnten/siebzehnte/siebzehn
      18=achtzehnter/achtzehntes/achtzehnten/achtzehnte/achtzehn
      19=neunzehnter/neunzehntes/neunzehnten/neunzehnte/neunzehn`,
    title: 'titel',
    by: 'von',
    imprint: 'verlag|übersetz|roman',
    nothing: 'unbekannt|unbenannt',
    rights: 'alle rechte vorbehalten',
    notes: 'anmerkungen|endnoten|fußnoten|fussnoten',
    pictures: 'abbildungen illustrationen tafeln',
    pages: {
      'title-page': 'titelseite titelblatt',
      copyright: 'impressum kolophon',
      contents:
        'inhalt inhaltsverzeichnis inhaltsübersicht abbildungsverzeichnis tabellenverzeichnis verzeichnisderabbildungen',
    },
  },
  speakers: {
    verbs: `sagte sagt fragte fragt antwortete antwortet erwiderte erwidert meinte meint brummte entgegnete bemerkte
      erklärte begann fuhr fügte wiederholte versetzte sprach spricht dachte wollte befahl bat`,
    manners: {
      whispered: 'flüsterte flüstert murmelte murmelt wisperte raunte hauchte',
      shouted: 'schrie schreit brüllte brüllt kreischte',
      laughing: 'lachte lacht kicherte',
      sad: 'schluchzte schluchzt weinte jammerte klagte stöhnte',
      angry: 'knurrte zischte fauchte schimpfte',
      afraid: 'stammelte stotterte',
      urgent: 'flehte drängte bettelte',
      ironic: 'spottete höhnte',
      excited: 'rief ruft jubelte',
      tired: 'seufzte seufzt gähnte',
    },
    tones: {
      whispered: 'leise flüsternd murmelnd halblaut',
      shouted: 'laut schreiend',
      laughing: 'lachend kichernd',
      sad: 'traurig betrübt schluchzend weinend wehmütig',
      angry: 'wütend zornig ärgerlich grimmig erbost böse',
      afraid: 'ängstlich furchtsam zitternd bange',
      urgent: 'hastig eilig dringend drängend ungeduldig',
      tender: 'sanft zärtlich liebevoll',
      ironic: 'spöttisch höhnisch ironisch trocken',
      excited: 'aufgeregt begeistert atemlos freudig',
      tired: 'müde matt seufzend erschöpft gähnend',
    },
    male: 'er ihn ihm sein seine seinen seinem seiner',
    female: 'sie ihr ihre ihren ihrem ihrer',
    maleTitles: 'herr herrn könig prinz graf baron onkel vater bruder',
    femaleTitles: 'frau fräulein königin prinzessin gräfin tante mutter schwester',
    titles: 'doktor dr professor hauptmann oberst general kommissar',
    subjects: 'er sie ich',
  },
  announcements: {
    formula: 'Formel',
    picture: 'Bild auf Seite #',
    code: { one: 'Codebeispiel, # Zeile.', other: 'Codebeispiel, # Zeilen.' },
  },
  sample: 'Ich heiße {name}. Die letzte Straßenbahn fuhr den Hügel hinauf, und niemand wollte aussteigen.',
  testSentence: 'Der alte Mann zählte heute Morgen sieben Schiffe im Hafen.',
  spoken: germanSpoken,
};
