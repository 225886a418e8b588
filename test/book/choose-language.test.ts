import { describe, expect, it } from 'vitest';
import { chooseLanguage } from '../../src/book/language/choose-language.ts';

const greek = 'Αυτό είναι μια δοκιμή από το αποτέλεσμα της μετατροπής αρχείου κειμένου. '.repeat(20);

describe('the language of a text', () => {
  it.each([
    ['ja', 'これは短いテキストです。'],
    ['ja', '吾輩は猫である。名前はまだ無い。'],
    ['zh', '今天天气很好，我们一起去公园散步吧。'],
    ['zh', `张天师祈禳瘟疫，洪太尉误走妖魔。${'话说大宋仁宗天子在位，嘉祐三年三月三日五更三点。'.repeat(40)}`],
    ['ko', '나는 학교에 갔다가 집으로 돌아왔다.'],
    ['ko', '大韓民國은 民主共和國이다. 主權은 國民에게 있다.'],
    ['km', 'នេះជាការសាកល្បងពីលទ្ធផលនៃការបម្លែងឯកសារអត្ថបទ។'],
    ['my', '၎င်းသည် စာသားဖိုင်မှ အော်ဒီယိုစာအုပ်သို့ ပြောင်းလဲခြင်း။'],
    ['si', 'මෙය පෙළ ගොනුවක් ශ්‍රව්‍ය පොතකට පරිවර්තනය කිරීමේ පරීක්ෂණයකි.'],
    ['th', 'นี่คือการทดสอบจากผลลัพธ์ของการแปลงไฟล์'],
    ['lo', 'ນີ້ແມ່ນການທົດສອບຈາກຜົນຂອງການປ່ຽນໄຟລ໌'],
    ['ka', 'ეს არის ტექსტური ფაილის გარდაქმნის შედეგი.'],
    ['hy', 'Սա տեքստային ֆայլի փոխակերպման արդյունք է:'],
    ['he', 'זוהי בדיקה של תוצאת ההמרה של קובץ טקסט.'],
    ['el', greek],
  ])('is known by its script: %s', async (language, text) => {
    expect(await chooseLanguage([], text)).toEqual({ language, languageSource: 'detected' });
  });

  it('is told from the one that it is like', async () => {
    const indonesian = 'Anak raja itu sangat sedih karena ia tahu bahwa bidadari akan kembali ke langit. ';
    const malay = 'Anak raja itu sangat sedih kerana dia tahu bahawa bidadari akan kembali ke langit. ';
    expect(await chooseLanguage(['en'], indonesian.repeat(20))).toMatchObject({ language: 'id' });
    expect(await chooseLanguage(['en'], malay.repeat(20))).toMatchObject({ language: 'ms' });
    const either = 'Anak raja itu sangat sedih dan bidadari akan kembali ke langit. '.repeat(20);
    for (const language of ['id', 'ms']) expect(await chooseLanguage([language], either)).toMatchObject({ language });
  });

  it('is not that of a few foreign words in it', async () => {
    const english =
      'The word 吾輩 of the title stands for a cat, and 무 for a radish, which the teacher of the house never learns. ';
    expect(await chooseLanguage([], english.repeat(10))).toMatchObject({ language: 'en', languageSource: 'detected' });
    expect(await chooseLanguage([], '東京 12')).toMatchObject({ language: 'en', languageSource: 'default' });
  });

  it('is English with a warning when a long text has no known language', async () => {
    const { warning, ...chosen } = await chooseLanguage([], 'ⰀⰁⰂⰃⰄⰅⰆⰇ ⰈⰉⰊⰋⰌ. '.repeat(30));
    expect(chosen).toEqual({ language: 'en', languageSource: 'default' });
    expect(warning).toMatch(/^The language of the book is unknown, so it is read as English\./u);
    expect(await chooseLanguage([], 'One. Two.')).not.toHaveProperty('warning', expect.anything());
  });

  it('is the declared one of two with the same script', async () => {
    expect(await chooseLanguage(['grc'], greek)).toMatchObject({ language: 'grc', languageSource: 'declared' });
  });
});
