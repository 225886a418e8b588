import type { Language } from '../language.ts';
import { turkishSpoken } from './turkish-spoken.ts';

/** What is known of Turkish. */
export const turkish: Language = {
  dottedOrdinals: true,
  sentences: {
    titles: 'dr prof doç yrd öğr uzm bn hz st bkz krş örn gen yb tğm müh arş gör ecz vet yun çvş mah cad blv apt',
    ambiguous: 'haz sok av yay far ed alm ar mad op ord by sn tic alb org çev fr ing lat mim',
    beforeNumber: `s sf no cilt c böl şek res tab md tel bl fık bent ock şub mar nis may haz tem ağu eyl eki kas
      ara saat`,
    closing: 'vb vs vd m.ö m.s yy t.c a.ş ltd şti dk sn tl kr mily mn',
    starters: `acaba ama ancak artık aslında ayrıca bazı bazen bana başka belki ben beni benim bile bir biraz biri
      birden biz bizim böyle böylece bu bugün bunlar bunu bunun burada bütün çok çünkü da daha değil dedi demek diye
      dün en evet eğer fakat gene gerçekten gibi hala hatta hayır hem hemen hep hepsi her herkes hiç hiçbir için
      içinde ile ise işte kadar kendi ki kim kimse lakin mı nasıl ne neden nerede nihayet niçin o olarak onlar ona
      onu onun orada oysa öyle pek peki sabah sanki sen senin sizin siz sonra sonunda şimdi şu şöyle tam tüm üstelik
      var ve veya ya yalnız yani yine yoksa yok zaten`,
  },
  quotations: { dash: true },
  titles: {
    reference: 'bkz\\.?',
    page: 'sayfa',
    chapter: 'bölüm',
    part: 'kısım|kitap',
    cover: 'kapak',
    index: 'dizin',
    bibliography: 'kaynakça kaynaklar',
    end: 'son',
    pieces: 'ithaf|önsöz|giriş|sonsöz',
    numbers: `1=birinci/bir 2=ikinci/iki 3=üçüncü/üç 4=dördüncü/dört 5=beşinci/beş 6=altıncı/altı 7=yedinci/yedi
      8=sekizinci/sekiz 9=dokuzuncu/dokuz 10=onuncu`,
    notes: 'dipnotlar',
  },
  announcements: { formula: 'formül', picture: '#. sayfadaki resim', code: { other: 'Kod örneği, # satır.' } },
  spoken: turkishSpoken,
};
