/** What a word can ask for; `place` is that of the place or the firm that answers, `part` a part of the day or the week,
 * and `act` what is done with many things. */
type Asked = 'price' | 'hours' | 'phone' | 'email' | 'contact' | 'address' | 'place' | 'part' | 'act';

/**
 * The words that ask for something, although an answer often doesn't say them: "Preis" for an amount of money. Folded,
 * and spelt as `respell` writes them. A word that several languages share is in the first of them.
 */
const words: Readonly<Record<string, Readonly<Partial<Record<Asked, string>>>>> = {
  en: {
    price: 'price prices priced pricing cost costs fee fees charge charges tariff tariffs expensive',
    hours: 'hours hrs open opens opened opening close closes closed closing today tonight tomorrow',
    phone: 'number numbers phone telephone tel call',
    email: 'mail mails email emails',
    contact: 'contact contacts',
    address: 'address located location',
    place: 'shop shops store stores office business company clinic practice restaurant hotel club school',
    part: 'morning mornings afternoon afternoons evening evenings noon night weekend weekends holiday holidays',
    act: 'accept accepts accepted allow allows allowed permit permitted support supports offer offers offered provide sell sells',
  },
  de: {
    price: 'preis preise preises kosten kostet gebuhr gebuhren teuer',
    hours: `offnungszeit offnungszeiten sprechzeit sprechzeiten geschaftszeit geschaftszeiten offen offnet geoffnet
      geschlossen schliesst schliessen heute morgen`,
    phone: 'nummer telefon telefonisch telefonnummer telefonnr rufnummer handynummer anrufen',
    email: 'emailadresse mailadresse',
    contact: 'kontakt kontaktdaten kontaktieren',
    address: 'adresse anschrift standort',
    place: 'laden geschaft praxis buro firma verein',
    part: 'vormittag vormittags nachmittag nachmittags abend abends mittag mittags wochenende feiertag feiertage feiertagen',
    act: 'akzeptieren akzeptiert nehmt nehmen nimmt bietet bieten anbieten angeboten verkauft verkaufen erlaubt gestattet',
  },
  fr: {
    price: 'prix tarif tarifs cout couts coute couter coutent frais',
    hours: `horaire horaires ouvert ouverts ouverte ouvertes ouverture ouvre ouvrez ouvrent ouvrir ferme fermes fermee
      fermees fermez ferment fermeture aujourd'hui demain`,
    phone: 'appeler',
    contact: 'contacter coordonnees joindre',
    email: 'mel courriel',
    place: 'magasin boutique cabinet entreprise ecole',
    part: 'matin matins midi apres soir soirs feries ferie',
    act: 'acceptez accepte acceptes acceptent acceptee acceptees proposez proposent vendez vendent autorise autorises admis prenez',
  },
  es: {
    price: 'precio precios cuesta cuestan coste costes costo costos costar tarifa tarifas vale valen',
    hours: `horario horarios abierto abiertos abierta abiertas abre abren abris abrir apertura cierra cierran cerrado
      cerrados cerrada cerradas hoy manana`,
    phone: 'numero telefono llamar',
    email: 'correo',
    contact: 'contacto contactar',
    address: 'direccion ubicacion',
    place: 'tienda negocio empresa oficina clinica escuela',
    part: 'tarde tardes mediodia noche noches festivo festivos',
    act: 'aceptan acepta aceptais ofrecen ofreceis venden vendeis admiten admite admitis permiten permite permitido permitidos',
  },
  it: {
    price: 'prezzo prezzi costa costan costano tariffa tariffe',
    hours: `orario orari aperto aperti aperta aperte apre aprite aprono chiuso chiusi chiusa chiuse chiude chiudete
      chiudono oggi domani`,
    phone: 'chiamare',
    contact: 'contatto contatti contattare contattarvi',
    address: 'indirizzo',
    place: 'negozio ufficio azienda',
    part: 'mattina mattino pomeriggio sera festivi',
    act: 'accettate accettano accettati offrite offrono vendete vendono ammessi ammesso permessi permesso',
  },
  pt: {
    price: 'preco precos custa custam custo custos',
    hours: 'aberto abertos aberta abertas abrem fecha fecham fechado fechados fechada fechadas hoje amanha',
    phone: 'telefone ligar',
    contact: 'contato contatos contatar contactos',
    address: 'endereco morada',
    place: 'loja escritorio',
    part: 'manha noite noites feriado feriados',
    act: 'aceitam aceita aceitas oferecem vendem permitem permite permitidos admitem',
  },
  nl: {
    price: 'prijs prijzen kost tarief tarieven',
    hours: 'openingstijden openingsuren geopend gesloten dicht sluit sluiten vandaag',
    phone: 'telefoon telefoonnummer bellen',
    address: 'adres',
    place: 'winkel kantoor bedrijf',
    part: 'ochtend middag namiddag avond feestdag feestdagen',
    act: 'accepteren accepteert verkopen verkoopt bieden biedt toegestaan',
  },
  // Swedish, Danish and Norwegian.
  sv: {
    price: 'pris priser priset prisen kostar koster kostnad avgift avgiften',
    hours: `oppet oppettider oppettiderna oppnar stangt stanger abningstider abent abner lukket lukker apningstider apent
      apner stengt stenger idag imorgon`,
    phone: 'ringa ringe',
    email: 'epost',
    contact: 'kontakta kontakte',
    address: 'adress adressen',
    place: `butik butiken butikken affar affaren kontor kontoret kliniken klinikken foretaget restaurangen restauranten
      hotellet`,
    part: 'kvall kvallen eftermiddag eftermiddagen helg helgen helgdagar weekenden',
    act: 'accepterar tar tager emot erbjuder saljer tillatet tillatna accepterer modtager tilbyder saelger tillader imot tilbyr selger',
  },
  fi: {
    price: 'hinta hinnat hinnasto maksaa maksavat',
    hours: 'auki avoinna suljettu kiinni aukioloajat aukioloaika tanaan huomenna',
    phone: 'puhelin puhelinnumero soittaa',
    email: 'sahkoposti',
    contact: 'yhteystiedot',
    address: 'osoite osoitteenne',
    place: 'kauppa myymala liike toimisto ravintola hotelli klinikka',
    part: 'aamulla illalla viikonloppuna',
    act: 'hyvaksyttekko hyvaksytteko myyttekko myytteko',
  },
  hu: {
    price: 'mennyibe kerul kerulnek',
    hours: 'nyitva nyitvatartas nyitvatartasi zarva nyit nyitnak nyittok zarnak zartok holnap',
    phone: 'telefonszam telefonszama telefonszamuk',
    contact: 'elerhetoseg elerhetosegek',
    address: 'cim cime cimuk cimetek',
    place: 'bolt uzlet iroda rendelo etterem szalloda',
    part: 'reggel delutan hetvegen',
    act: 'elfogadnak elfogadtok arulnak arultok',
  },
  ro: {
    price: 'pret pretul preturi preturile',
    hours: 'deschis deschisa deschisi deschide deschideti inchis inchisa inchisi inchide inchideti astazi',
    phone: 'telefonul',
    address: 'adresa',
    place: 'magazin magazinul birou biroul',
    part: 'dimineata seara weekendul',
    act: 'acceptati vindeti oferiti permiteti',
  },
  el: {
    price: 'τιμη τιμες κοστιζει κοστιζουν κοστος',
    hours: 'ωραριο ανοιχτα ανοιχτοι ανοιχτο ανοιγετε ανοιγει κλεινετε κλεινει κλειστα κλειστοι κλειστο σημερα αυριο',
    phone: 'τηλεφωνο',
    contact: 'επικοινωνια',
    address: 'διευθυνση',
    place: 'καταστημα μαγαζι γραφειο εστιατοριο ξενοδοχειο',
    part: 'πρωι απογευμα βραδυ σαββατοκυριακο',
  },
  ru: {
    price: 'цена цены цену цен стоит стоят стоимость',
    hours: `работаете режим открыт открыта открыто открыты открываетесь закрыт закрыта закрыто закрыты сегодня завтра`,
    phone: 'номер телефон телефона позвонить',
    email: 'почта',
    contact: 'контакт контакты связаться',
    address: 'адрес',
    place: 'магазин магазина офис офиса клиники',
    part: 'утром вечером днем выходные праздники',
    act: 'принимаете принимают принимаются предлагаете продаете разрешены',
  },
  // Nouns with and without their article.
  ar: {
    price: 'بكم سعر السعر اسعار الاسعار تكلفه التكلفه كلفه الكلفه ثمن الثمن رسوم الرسوم',
    hours: `مواعيد المواعيد دوام الدوام مفتوح المفتوح مفتوحه المفتوحه مغلق المغلق مغلقه المغلقه تفتح تفتحون تغلق تغلقون
      اليوم غدا`,
    phone: 'رقم هاتف الهاتف تلفون التلفون جوال الجوال',
    email: 'ايميل الايميل بريد البريد',
    contact: 'تواصل التواصل',
    address: 'عنوان العنوان',
    place: 'محل المحل متجر المتجر عياده العياده مكتب المكتب شركه الشركه',
    part: 'صباحا مساء الصباح المساء العطل',
  },
  he: {
    price: 'מחיר מחירים המחיר המחירים עולה עולים עלות',
    hours: 'היום מחר שעות השעות פתוח פתוחה פתוחים סגור סגורה סגורים פותחים סוגרים נפתחת נסגרת',
    phone: 'טלפון הטלפון להתקשר',
    email: 'אימייל מייל',
    contact: 'קשר',
    address: 'כתובת הכתובת',
    place: 'חנות החנות משרד המשרד מרפאה המרפאה חברה החברה',
    part: 'בבוקר בערב בצהריים',
  },
  tr: {
    price: 'fiyat fiyati fiyatlar fiyatlari fiyatiniz ucret ucreti ucretler ucretleri',
    hours: `acik aciksiniz acilis aciliyor kapali kapanis kapaniyor saatleri saatleriniz bugun yarin`,
    phone: 'numara numaraniz numarasi telefonu telefonunuz',
    email: 'eposta',
    contact: 'iletisim',
    address: 'adres adresi adresiniz',
    place: 'dukkan magaza otel ofis sirket klinik',
    part: 'gunu gunleri sabah aksam ogle hafta sonu',
    act: 'kabul ediyor satiyor',
  },
  pl: {
    // "Cena" is a dinner in Spanish and Italian.
    price: 'ceny kosztuje kosztuja koszt koszty oplata oplaty cennik',
    hours: `otwarte otwarty otwarta otwarci otwieracie otwarcia zamkniete zamkniety zamknieta zamykacie czynne czynny czynna
      nieczynne nieczynna godziny dzis dzisiaj jutro`,
    phone: 'telefonu zadzwonic',
    address: 'adresu',
    place: 'sklep sklepu biuro firma gabinet',
    part: 'rano wieczorem popoludniu swieta',
    act: 'akceptujecie przyjmujecie oferujecie sprzedajecie',
  },
  ja: {
    price: '料金 値段 価格 費用 代金',
    hours: '営業 営業時間 今日 明日',
    phone: '番号 電話 電話番号',
    email: 'メール メールアドレス',
    address: '住所 所在地',
    place: '店 お店 店舗 会社',
  },
  zh: {
    price: '价格 价钱 费用 收费',
    hours: '营业 营业时间 开门 关门 开 关 今天 明天',
    phone: '电话 电话号码',
    email: '邮箱 邮件',
    address: '地址',
    place: '商店 公司',
    act: '接受',
  },
  ko: {
    price: '가격 요금 비용',
    hours: '영업시간 오늘 내일',
    phone: '전화 전화번호',
    email: '이메일',
    address: '주소',
    place: '가게 회사',
  },
};

const askedByWord: ReadonlyMap<string, Asked> = new Map(
  Object.values(words)
    .flatMap((lists) => Object.entries(lists) as [Asked, string][])
    .flatMap(([asked, list]) => list.split(/\s+/u).map((word) => [word, asked] as const)),
);

/** What a word, folded and spelt as `respell` writes it, asks for; undefined if it is about something else. */
export function findAsked(word: string): Asked | undefined {
  return askedByWord.get(word);
}
