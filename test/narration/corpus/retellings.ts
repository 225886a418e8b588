/** A chapter, our own, with answers to the request for a summary of it. */
export interface RetoldChapter {
  /** BCP-47 code. */
  readonly language: string;
  readonly chapter: string;
  /** Summaries that a good model writes. */
  readonly good: readonly string[];
  /** What models write before and after a summary in this language. */
  readonly preambles: readonly string[];
  readonly closings: readonly string[];
}

/** The chapters. The first one is in English, with names. */
export const retoldChapters: readonly RetoldChapter[] = [
  {
    language: 'en',
    chapter: [
      'In the first week of March the ferry stopped running, and Tobias Wren had to row across the sound himself. He did not mind the work. What he minded was the silence of the far shore, where the Hallam family had kept a lamp in the window for as long as he could remember. Now there was no lamp.',
      'Old Mrs. Hallam met him on the stones. She told Tobias that her son had taken the lamp and gone up to the quarry, and that he had not come back for supper or for breakfast. “Edmund is not a boy who forgets a meal,” she said, and Tobias knew that this was true.',
      'They climbed the path together. At the quarry the rain had filled the lower floor, and the water was as black as slate. Edmund sat on the upper ledge with the lamp between his knees. He had counted the blocks again, he said, and there were forty fewer than in the autumn. Somebody was stealing from the Hallam quarry, forty blocks at a time, by boat.',
      'Tobias looked at the water and then at the sky. He was the only man on the sound with a boat that could carry stone. It took Mrs. Hallam a little longer to think of it, but when she did she stepped away from him, and drew Edmund with her.',
    ].join('\n\n'),
    good: [
      'When the ferry stops in March, Tobias Wren rows across the sound and finds that the lamp in the window of the Hallam family is gone. Mrs. Hallam leads him to the quarry, where her son Edmund has counted the blocks: forty are missing. Tobias is the only man with a boat that can carry stone, and slowly the old woman understands whom she must suspect.',
      'Tobias crosses the sound by himself. The lamp of the Hallams is out.\n\nAt the quarry Edmund sits with it between his knees, and says that forty blocks were stolen, by boat. Only one man here has such a boat. Mother and son step away from Tobias.',
      'What is wrong with a dark window? For Tobias Wren it is the first sign. The second is Edmund, who did not come home for supper. The third is the black water of the quarry, from which forty blocks have gone by boat. And whose boat? Only his own could carry them.',
    ],
    preambles: [
      'Sure! Here is a summary of the chapter you provided:',
      'Okay, here it goes:',
      '**Summary**',
      'Absolutely!',
    ],
    closings: [
      'Let me know if you would like a longer version!',
      'I hope this helps!',
      'Would you like me to go on with the next one?',
      'Happy listening!',
    ],
  },
  {
    language: 'tr',
    chapter: [
      'Mart ayının ilk haftasında vapur seferleri durdu ve Kemal boğazı kendi kayığıyla geçmek zorunda kaldı. Kürek çekmek onu yormuyordu. Onu rahatsız eden, karşı kıyının sessizliğiydi. Hatice Hanım’ın penceresinde yıllardır yanan lamba artık yanmıyordu.',
      'Yaşlı kadın onu taşların üzerinde karşıladı. Oğlunun lambayı alıp taş ocağına çıktığını, ne akşam yemeğine ne de kahvaltıya döndüğünü anlattı. Kemal onun doğru söylediğini biliyordu.',
      'Patikayı birlikte tırmandılar. Ocağın alt katını yağmur doldurmuştu, su kapkaraydı. Oğul, lambayı dizlerinin arasına almış, üst basamakta oturuyordu. Taşları yeniden saydığını ve sonbahara göre kırk taşın eksik olduğunu söyledi. Birisi taşları kayıkla çalıyordu.',
    ].join('\n\n'),
    good: [
      'Vapur seferleri durunca Kemal boğazı kayığıyla geçer ve Hatice Hanım’ın penceresindeki lambanın yanmadığını görür. Oğul taş ocağındadır; taşları saymıştır ve kırk taş eksiktir. Birisi onları kayıkla çalmaktadır.',
    ],
    preambles: ['Elbette! İşte bölümün özeti:', 'Tabii ki!'],
    closings: ['Umarım yardımcı olmuştur!', 'Devam etmemi ister misiniz?'],
  },
  {
    language: 'ko',
    chapter: [
      '삼월 첫째 주에 나룻배가 멈추었고, 민호는 직접 노를 저어 해협을 건너야 했다. 힘든 일은 괜찮았다. 그를 불안하게 한 것은 건너편 기슭의 고요함이었다. 오랫동안 영숙 할머니의 창가에서 타오르던 등불이 이제는 보이지 않았다.',
      '할머니는 자갈밭에서 그를 맞았다. 아들이 등불을 들고 채석장으로 올라가서 저녁에도 아침에도 돌아오지 않았다고 말했다. 민호는 그 말이 사실임을 알았다.',
      '두 사람은 함께 오솔길을 올랐다. 채석장 아래층에는 빗물이 가득했고 물은 새까맸다. 아들은 등불을 무릎 사이에 두고 위쪽 바위에 앉아 있었다. 돌을 다시 세어 보니 가을보다 마흔 개가 적다고 했다. 누군가 배로 돌을 훔치고 있었다.',
    ].join('\n\n'),
    good: [
      '나룻배가 멈추자 민호는 노를 저어 해협을 건너고, 할머니의 창가에서 등불이 사라진 것을 본다. 아들은 채석장에서 돌을 세고 있었다. 돌 마흔 개가 없어졌고, 누군가 배로 훔친 것이다.',
    ],
    preambles: ['물론입니다! 다음은 요청하신 요약입니다:', '네, 알겠습니다!'],
    closings: ['도움이 되셨기를 바랍니다!', '계속 진행할까요?'],
  },
  {
    language: 'hi',
    chapter: [
      'मार्च के पहले हफ़्ते में नाव बंद हो गई, और राघव को खुद चप्पू चलाकर नदी पार करनी पड़ी। मेहनत से उसे डर नहीं था। उसे डर था उस पार के सन्नाटे से। कमला देवी की खिड़की में बरसों से जलने वाला दीया अब बुझा हुआ था।',
      'बूढ़ी कमला उसे पत्थरों पर मिली। उसने बताया कि उसका बेटा दीया लेकर खदान की ओर गया था और न रात के खाने पर लौटा, न सुबह। राघव जानता था कि वह सच कह रही है।',
      'दोनों साथ-साथ पगडंडी पर चढ़े। खदान के निचले हिस्से में बारिश का पानी भर गया था और पानी काला था। बेटा दीया घुटनों के बीच रखकर ऊपर बैठा था। उसने पत्थर फिर से गिने थे, और पतझड़ से चालीस कम थे। कोई नाव से पत्थर चुरा रहा था।',
    ].join('\n\n'),
    good: [
      'नाव बंद होने पर राघव खुद नदी पार करता है और देखता है कि कमला देवी की खिड़की का दीया बुझा हुआ है। खदान में उसका बेटा पत्थर गिन चुका है: चालीस कम हैं। कोई उन्हें नाव से चुरा रहा है।',
    ],
    preambles: ['ज़रूर! यह रहा आपका सारांश:'],
    closings: ['आशा है यह आपके काम आएगा!', 'क्या आप चाहेंगे कि मैं आगे लिखूँ?'],
  },
  {
    language: 'ar',
    chapter: [
      'في الأسبوع الأول من مارس توقفت العبّارة، فاضطر سالم إلى أن يجدف بنفسه عبر المضيق. لم يكن التعب يزعجه. كان يزعجه صمت الشاطئ البعيد، حيث انطفأ المصباح الذي ظل يضيء في نافذة العجوز زينب منذ سنين.',
      'استقبلته زينب على الحجارة. قالت إن ابنها أخذ المصباح وصعد إلى المحجر، ولم يرجع إلى العشاء ولا إلى الفطور. وكان سالم يعرف أنها صادقة.',
      'صعدا الدرب معًا. كان المطر قد ملأ أسفل المحجر، وكان الماء أسود. جلس الابن على الحافة العليا والمصباح بين ركبتيه. قال إنه عدّ الحجارة من جديد فوجدها أقل بأربعين. هناك من يسرق الحجارة بالقارب.',
    ].join('\n\n'),
    good: [
      'حين توقفت العبّارة جدف سالم عبر المضيق ورأى أن المصباح في نافذة زينب قد انطفأ. كان الابن في المحجر وقد عدّ الحجارة فوجدها أقل بأربعين، فهناك من يسرقها بالقارب.',
    ],
    preambles: ['بالتأكيد! إليك الملخص المطلوب:'],
    closings: ['آمل أن ينال إعجابكم!', 'هل تودّ أن أكمل؟'],
  },
  {
    language: 'ja',
    chapter: [
      '三月の最初の週に渡し船が止まり、健太は自分で櫂を漕いで海峡を渡らなければならなかった。仕事は苦ではなかった。気になったのは向こう岸の静けさだった。長い間、春山家の窓にともっていた灯りが消えていた。',
      '老婆は石の上で彼を迎えた。息子が灯りを持って石切り場へ登り、夕食にも朝食にも戻らなかったと話した。健太はそれが本当だと知っていた。',
      '二人は一緒に小道を登った。石切り場の下の段には雨がたまり、水は真っ黒だった。息子は灯りを膝の間に置き、上の段に座っていた。石を数え直したら、秋より四十個少ないという。誰かが船で石を盗んでいた。',
    ].join('\n\n'),
    good: [
      '渡し船が止まり、健太は自分で海峡を渡る。春山家の窓の灯りは消えていた。石切り場では息子が石を数え直し、四十個足りないと言う。誰かが船で盗んでいるのだ。',
    ],
    preambles: ['もちろんです！こちらが要約です：', '承知しました。'],
    closings: ['お役に立てれば幸いです！', '続けましょうか？'],
  },
  {
    language: 'ru',
    chapter: [
      'В первую неделю марта паром перестал ходить, и Матвею пришлось самому грести через пролив. Работы он не боялся. Его тревожила тишина на том берегу, где в окне Дарьи сколько он себя помнил горела лампа. Теперь лампы не было.',
      'Старая Дарья встретила его на камнях. Она рассказала Матвею, что сын взял лампу и ушёл в каменоломню и не вернулся ни к ужину, ни к завтраку. Матвей знал, что это правда.',
      'Они вместе поднялись по тропе. Дождь залил нижний ярус каменоломни, и вода была чёрной. Сын сидел на верхнем уступе, поставив лампу между коленями. Он заново пересчитал камни: их было на сорок меньше, чем осенью. Кто-то крал камни на лодке.',
    ].join('\n\n'),
    good: [
      'Когда паром перестаёт ходить, Матвей сам переплывает пролив и видит, что в окне Дарьи больше нет лампы. Её сын в каменоломне: он пересчитал камни, и сорока не хватает. Кто-то крадёт их на лодке.',
    ],
    preambles: ['Конечно! Вот краткое содержание главы:', 'Разумеется!'],
    closings: ['Надеюсь, это поможет!', 'Хотите, чтобы я продолжил?'],
  },
  {
    language: 'th',
    chapter: [
      'สัปดาห์แรกของเดือนมีนาคม เรือข้ามฟากหยุดวิ่ง สมชายจึงต้องพายเรือข้ามช่องแคบเอง เขาไม่กลัวงานหนัก สิ่งที่เขากลัวคือความเงียบของฝั่งโน้น ตะเกียงที่หน้าต่างบ้านยายมาลีซึ่งจุดไว้นานหลายปีดับไปแล้ว',
      'ยายมาลีมารับเขาที่ลานหิน ยายเล่าว่าลูกชายถือตะเกียงขึ้นไปที่เหมืองหิน และไม่ได้กลับมากินข้าวเย็นหรือข้าวเช้า สมชายรู้ว่ายายพูดจริง',
      'ทั้งสองเดินขึ้นไปด้วยกัน น้ำฝนท่วมชั้นล่างของเหมืองจนดำสนิท ลูกชายนั่งอยู่บนชั้นบน เขานับหินใหม่แล้วพบว่าหายไปสี่สิบก้อน มีคนขโมยหินไปทางเรือ',
    ].join('\n\n'),
    good: [
      'เมื่อเรือข้ามฟากหยุดวิ่ง สมชายพายเรือข้ามช่องแคบเองและเห็นว่าตะเกียงที่หน้าต่างของยายมาลีดับไปแล้ว ลูกชายอยู่ที่เหมืองหิน เขานับหินแล้วพบว่าหายไปสี่สิบก้อน มีคนขโมยไปทางเรือ',
    ],
    preambles: ['ได้เลยครับ! นี่คือบทสรุป:'],
    closings: ['หวังว่าจะเป็นประโยชน์นะครับ!'],
  },
];
