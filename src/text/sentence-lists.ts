/** Lists of words of a language, divided by spaces, as `SentenceRules` describes them. */
export interface SentenceLists {
  readonly titles: string;
  readonly ambiguous?: string;
  readonly beforeNumber: string;
  readonly closing: string;
  readonly starters: string;
}

/**
 * Lists of the Slavic and Nordic languages, Greek and Turkish. CLDR 46 has suppressions for Russian only (18), and nothing
 * useful for the others, so that these are ours: from the abbreviation lists of their orthographies.
 */
export const sentenceLists: Readonly<Record<string, SentenceLists>> = {
  ru: {
    titles: `проф акад доц д-р г-н г-жа гг тов гр св ул просп бульв наб корп напр т.е т.к т.н т.наз см ок англ фр лат греч итал букв прим
      ред изд сост илл зам зав инж ген полк лейт сержант мл о-в р-н оз`,
    ambiguous: 'им ст ср пл пер кап',
    beforeNumber: `стр с гл ч т тт рис табл ил п пп ст № разд вып кн д кв дом тел янв февр фев мар апр июн июл авг сент сен окт нояб ноя дек
      разд абз пункт`,
    closing: 'г в вв р д п др пр т.д т.п н.э руб коп тыс млн млрд мин сек час кг км см обл',
    starters: `а без более будет был была были было в вдруг весь во вот все всё вы где да даже для до его едва если есть ещё ещё за здесь
      и из или именно иногда их к каждый как какой когда конечно которые кто ли лишь между меня мне может мой мы на надо
      наконец нас не нет несмотря ни никто но ну о об однако он она они оно от очень перед по под пока после потом потому поэтому
      при про с сам сегодня сейчас скоро со так такой там тем теперь то тогда тот три тут ты у уже хотя что чтобы это этот эта эти я`,
  },
  uk: {
    titles: `проф акад доц д-р рр тов св ім вул просп пров бульв наб корп напр т.зв див бл англ фр грец букв прим ред упор іл зам зав інж
      ген полк мол р-н оз`,
    ambiguous: 'нім пор гр вид пл лат кап',
    beforeNumber: `стор с розд ч т тт рис мал табл п пп ст № вип кн д кв буд тел січ лют бер квіт трав черв лип серп верес жовт листоп груд`,
    closing: 'р в д п ін т.д т.п н.е грн коп тис млн млрд год хв сек кг км обл',
    starters: `а але б без був була були було в вже ви від він вона вони воно все всі ввечері де для до є його її їх з за зараз звідки і із
      й коли кожен крім ми мій між може на навіть нарешті не немає ні ніхто але об однак ось перед під по поки потім при про
      раптом так такий там те тепер ти тим тоді тому тут у усе хоча хто це ці цей ця чи чому що щоб я як який якщо`,
  },
  pl: {
    titles: `np tzn tj tzw zob wg ok ul św bł śp prof mgr inż hab dr ks gen płk ppłk mjr kpt sierż m.in niem fr łac ros tłum oprac wyd
      przyp vel ds hr pn pd wsch zach płn płd ww jw pw`,
    ambiguous: 'im por os al ang wł ur dot gr red zm',
    beforeNumber: `godz nr s str t rozdz rys tab tabl art ust pkt par poz zał wiersz w tel sygn z kl lp sty lut mar kwi maj cze lip sie wrz paź
      lis gru`,
    closing: 'r w itd itp etc n.e p.n.e tys mln mld zł min sek m cm km kg jr sp s.a o.o',
    starters: `a ale ależ albo ani aż bez był była było byli bo być by chociaż co czy dla dlaczego dlatego dlaczego do dopiero dzisiaj gdy
      gdyby gdzie i ich ja jak jaki jako je jednak jedno jego jej jest jestem jeszcze jeśli już kiedy każdy kto która który lecz ma mam może
      można mój my na nad nagle nam nas natomiast nawet nic nie nigdy nikt no o od ona one oni ono on oraz pan pani po pod
      podczas poza potem ponieważ przed przez przy są się skąd sam tak taki tam te tego ten teraz to toteż trzeba tu ty tylko w we więc
      wreszcie wszyscy wszystko wtedy właśnie z za zaś zawsze ze został żeby że`,
  },
  cs: {
    titles: `např tj tzn tzv mj popř příp resp cca ul nám tř sv p pí dr prof doc ing mgr bc judr mudr phdr rndr gen plk pplk mjr kpt angl
      něm řec pozn překl vyd srov zvl býv nar zemř t.č t.zv vs`,
    ambiguous: 'por sl hl fr lat red zn',
    beforeNumber: `č čís s str sv kap obr tab odst písm čl roč díl sv tel hod ř lit led ún břez dub květ červ čer srp zář říj list pros`,
    closing: 'r stol atd apod aj tis mil mld hod min sek hal n.l o.p.s a.s s.r.o ml st',
    starters: `a aby ale ani ano asi až bez byl byla bylo byli být co což dále do dnes dokud ještě i já jak jako jaký je jeho její jejich jen jenže
      jestli jestliže každý kde kdo kdy když kdyby která které který k ke kvůli mezi mnoho možná můj my na nad najednou nakonec náhle ne nebo není
      než nic nikdo nikdy no o od on ona oni ono od po pod pokud potom proč pro proto protože před při přesto s sám se tady tak také
      takže tam tato ten tedy teď tehdy to tohle tomu tu ty už u v ve vedle však vy všechno všichni z za zatím zde ze že`,
  },
  sv: {
    titles: `t.ex bl.a d.v.s dvs s.k f.d p.g.a pga m.a.o fr.o.m t.o.m resp jfr ca st s:t dr prof doc hr frk kand lic utg eg grek sv inkl
      exkl forts obs näml anm allm chefred kapt löjtn överste f kungl kgl`,
    ambiguous: 'lat red ing eng ev fra gen adj fr övers',
    beforeNumber:
      'kl nr s sid kap fig tab bd del st art tel tfn jan feb mar apr jun jul aug sept okt nov dec mom vers v',
    closing: 'osv o.s.v m.m m.fl etc f.kr e.kr o.d o.dyl kr tkr mkr milj min tim sek jr sr',
    starters: `all alla allt att av bara bland både de deras den denna dess det detta dig din dock dom du där därför då efter eftersom ej
      en enligt ett ett folk från för först genom han hans har henne hennes hon honom hos hur här i idag ibland in inga ingen inget innan inte ja
      jag kanske kan med medan men mot man mellan min mina mycket många mitt naturligtvis nej ni nog nu något någon när och också om
      på plötsligt sedan ska så som snart till trots tvärtom under ut utan vad var vara varför varje vem vi vid vilken vår vad än ännu är åt över`,
  },
  da: {
    titles: `f.eks fx bl.a dvs d.v.s s.k såk mht pga p.g.a iflg jf jvf sml hhv ca st skt dr prof frk cand lic overs udg gr kgl tidl inkl
      ekskl evt vedr kapt løjtn oberst f.t p.t nuv opr jr eks`,
    ambiguous: 'eng lat red mag ang adj gen fr ing pr hr',
    beforeNumber: 'kl nr s kap fig tab bd sp stk art tlf jan feb mar apr jun jul aug sept okt nov dec pag v vers §',
    closing: 'osv o.s.v m.m m.fl mfl m.v mv etc f.kr e.kr o.l ol kr mio mia min sek årh a/s',
    starters: `af al alle alligevel alt at bag bare blandt både da de den denne der deres derfor derefter desuden det dette dig din dog du
      efter en enhver er et fordi for fra først gennem ham han hans har hele hendes her hun hvad hver hvis hvem hvor hvordan hvorfor i ifølge
      igen ikke ind ingen intet ja jeg kun kan man med mellem men mens min mod mange meget måske nej nogle noget nu når og også om på
      pludselig samtidig selv siden skal snart som således så til trods ud uden under var ved vi vil vor vores`,
  },
  no: {
    titles: `f.eks feks bl.a dvs d.v.s s.k såk mht pga p.g.a iflg jf jfr hhv ca st dr prof frk cand lic overs utg gr kgl tidl inkl ekskl
      evt vedr kapt løytn oberst p.t nåv opprinn sml eks`,
    ambiguous: 'eng lat red ev mag ang adj gen fr ing pr hr',
    beforeNumber: 'kl nr s kap fig tab bd art tlf jan feb mar apr jun jul aug sept okt nov des pkt v vers §',
    closing: 'osv o.s.v m.m m.fl mfl m.v mv etc f.kr e.kr o.l ol kr mill mrd min sek årh jr sr',
    starters: `al alle alt at av bak bare blant både da de den denne der deres derfor deretter dessuten det dette deg din dog du ei
      en enhver er et etter fordi for fra først gjennom ham han hans har hele hennes her hun hva hver hvis hvem hvor hvordan hvorfor i ifølge
      igjen ikke inn ingen ingenting ja jeg kan kanskje man med mellom men mens min mot mange mye nei noen noe nå når og også om på
      plutselig samtidig selv siden skal snart som slik så til tross ut uten under var ved vi vil vår våre vel`,
  },
  fi: {
    titles: `esim ks vrt nk ent toim suom engl ransk kreik ven ruots n prof dos maist ins kenr ev luutn kapt hra rva nti pyh t.s tms huom
      til joht puh.joht kirj synt k`,
    ambiguous: 'ns ko em so ts to lat mm tri saks',
    beforeNumber:
      'klo s sivu nro n:o luku kuva taul osa art puh mom tammi helmi maalis huhti touko kesä heinä elo syys loka marras joulu v',
    closing: 'jne ym yms tms eaa jaa e.kr j.kr milj mrd min sek kpl eur snt mk v',
    starters: `aina ainakin ei eikä eilen en ensin entä ettei että hän hänen he heidän heti hyvin illalla ilman itse ja jo jokainen jos joka jotta
      joskus juuri kaikki kaiken kanssa kenties koko kohta koska kuin kuinka kuitenkin kuka kukaan kun kyllä lopulta lopuksi me meidän mikä
      miksi minä minun missä mistä miten mitä moni mutta muut myös myöhemmin nämä ne niin niitä noin nuo nyt näin olen oli olisi
      on onko pian se sekä sen siellä siinä siitä sillä silloin silti sinä sitten sitä tai tämä tässä te tosin tuo tuolla tänään vaan vaikka vain vasta
      vielä voi yhtäkkiä yksi`,
  },
  el: {
    titles: `κ κκ δρ αγ καθ βλ δηλ π.χ πχ λ.χ τ.μ τ.έ επιμ μτφρ εκδ αγγλ γαλλ γερμ λατ αρχ νεοελλ μεσν πρβλ κυρ λοχ συντ υποστρ ο.π ό.π
      λεωφ πλ`,
    ambiguous: 'μετ αντ υπ οδ στρ',
    beforeNumber:
      'σελ σ αρ αριθ κεφ τόμ τ τχ εικ πίν πιν παρ άρθρ στ τηλ ώρα ιαν φεβ μαρ απρ μαΐ ιουν ιουλ αυγ σεπτ οκτ νοε δεκ',
    closing: 'κ.λπ κ.λ.π κλπ κ.ά κ.ο.κ κ.τ.λ κτλ μ.χ π.μ μ.μ αι εκατ χιλ δισ ευρ α.ε ε.ε η.π.α',
    starters: `αλλά αλλιώς αν ας αυτά αυτές αυτή αυτό αυτοί αυτός αυτόν άλλωστε άρα αργότερα από γι για γιατί δε δεν δηλαδή δίχως εγώ εδώ
      εκεί εκείνη εκείνο εκείνος εμείς ένα ένας ενώ επειδή έπειτα επίσης έτσι εσύ εσείς έχει έχω η ή ήδη ήταν θα ίσως και κάθε
      κάποια κάποιος κάποτε καμιά κανείς κατά κι μα μας με μερικοί μέσα μετά μέχρι μη μην μια μία μόλις μόνο μου να ναι ξαφνικά ο οι όλα όλοι
      όμως όπως όποιος όσο όταν ότι όχι πάντα παρά πια πίσω ποια ποιος πολλοί πολύ ποτέ πού πριν προς πως πώς σαν σε σήμερα στα
      στη στην στις στο στον συχνά τα τελικά τη την της τι τις το τον του τους των τώρα τότε υπήρχε ύστερα χωρίς ως ώσπου ώστε`,
  },
  tr: {
    titles: 'dr prof doç yrd öğr uzm bn hz st bkz krş örn gen yb tğm müh arş gör ecz vet yun çvş mah cad blv apt',
    ambiguous: 'haz sok av yay far ed alm ar mad op ord by sn tic alb org çev fr ing lat mim',
    beforeNumber:
      's sf no cilt c böl şek res tab md tel bl fık bent ock şub mar nis may haz tem ağu eyl eki kas ara saat',
    closing: 'vb vs vd m.ö m.s yy t.c a.ş ltd şti dk sn tl kr mily mn',
    starters: `acaba ama ancak artık aslında ayrıca bazı bazen bana başka belki ben beni benim bile bir biraz biri birden biz bizim böyle böylece bu bugün
      bunlar bunu bunun burada bütün çok çünkü da daha değil dedi demek diye dün en evet eğer fakat gene gerçekten gibi hala hatta hayır
      hem hemen hep hepsi her herkes hiç hiçbir için içinde ile ise işte kadar kendi ki kim kimse lakin mı nasıl ne neden nerede nihayet niçin
      o olarak onlar ona onu onun orada oysa öyle pek peki sabah sanki sen senin sizin siz sonra sonunda şimdi şu şöyle tam tüm üstelik var
      ve veya ya yalnız yani yine yoksa yok zaten`,
  },
};
