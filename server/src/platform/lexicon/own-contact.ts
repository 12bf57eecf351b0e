import { type OwnQuestion, phrase } from './own-question.ts';

/** "What is", "Can I have" */
const whatIs = "(?:(?:what(?: is|s|'s)|(?:can|could|may) i (?:have|get)|(?:please )?(?:give|tell|send) me|i need) )?";
const wieIst = '(?:wie (?:ist|lautet)|was ist|(?:habt|hat|haben) (?:ihr|sie)) (?:(?:eure|ihre|deine|eine) )';
const cualEs = '(?:cual es|tienen|teneis|me (?:da|dan|dais)) (?:su|vuestro|un)';
const qualE = '(?:qual e|avete|mi date) (?:il vostro|la vostra|una?)';
const qualEh = '(?:qual e|tem|voces tem) (?:o (?:vosso|seu)|um)';
const watIs = '(?:wat is|hebben jullie|(?:heeft|hebt) u) (?:jullie|uw|een)';
const jaki = '(?:jaki (?:jest|macie|maja panstwo)|podajcie) (?:wasz |panstwa )?';

/** Questions for the phone number of those who answer. A text about how to reach them has it. */
export const phoneQuestions: readonly OwnQuestion[] = [
  {
    word: 'contact',
    you: phrase(
      `${whatIs}your (?:(?:(?:tele)?phone|mobile|contact)(?: (?:number|no))?|number)|do you have a (?:tele)?phone(?: number)?|(?:what|which) number (?:can|do|should) i (?:call|ring)(?: you)?(?: on| at)?|(?:how )?can i (?:call|phone|ring) you`,
      '(?: please)?',
    ),
    they: phrase(`(?:(?:${whatIs}|is there )(?:the|an?) )?(?:tele)?phone(?: (?:number|no|nr))?`, '(?: please)?'),
  },
  {
    word: 'Kontakt',
    you: phrase(
      `${wieIst}(?:telefon|ruf|handy)?nummer|kann ich euch (?:telefonisch erreichen|anrufen)|unter welcher (?:telefon)?nummer (?:erreiche|kann) ich euch(?: erreichen| anrufen)?`,
    ),
    they: phrase(
      '(?:(?:wie (?:ist|lautet)|was ist|gibt es) (?:die|eine) )?telefonnummer|kann ich sie (?:telefonisch erreichen|anrufen)|unter welcher (?:telefon)?nummer (?:erreiche|kann) ich sie(?: erreichen| anrufen)?',
    ),
  },
  {
    word: 'contact',
    you: phrase(
      '(?:quel est|avez vous|donnez moi|puis je avoir) (?:votre|un) (?:numero(?: de telephone)?|telephone)|puis je vous appeler',
    ),
    they: phrase('(?:(?:quel est )?le )?numero de telephone'),
  },
  {
    word: 'contacto',
    you: phrase(`${cualEs} (?:numero(?: de telefono)?|telefono)`),
    they: phrase('(?:cual es )?(?:el )?(?:numero de )?telefono'),
  },
  {
    word: 'contatto',
    you: phrase(`${qualE} (?:numero(?: di telefono)?|telefono)`),
    they: phrase('numero di telefono'),
  },
  { word: 'contacto', you: phrase(`${qualEh} (?:numero de )?telefone`), they: phrase('numero de telefone') },
  { word: 'contact', you: phrase(`${watIs} (?:telefoon)?nummer`), they: phrase('(?:wat is het )?telefoonnummer') },
  {
    word: 'контакт',
    you: phrase('(?:какои|подскажите|есть ли) (?:у вас|ваш) (?:номер(?: телефона)?|телефон)'),
    they: phrase('номер телефона'),
  },
  { word: '电话', you: phrase('(?:你们|您|你) ?的? ?(?:联系 ?)?电话 ?(?:号码)? ?(?:是)? ?(?:多少|什么)?') },
  {
    word: 'التواصل',
    you: phrase('(?:ما (?:هو )?|كم )?رقم (?:هاتفكم|تلفونكم|جوالكم)'),
    they: phrase('(?:ما (?:هو )?)?رقم الهاتف'),
  },
  { word: 'קשר', you: phrase('(?:מה )?(?:מספר )?ה?טלפון שלכם'), they: phrase('(?:מה )?מספר הטלפון') },
  {
    word: 'iletişim',
    you: phrase('telefon numaraniz(?:i alabilir miyim| ne| nedir| kac)?'),
    they: phrase('telefon numarasi(?: ne| nedir| kac)?'),
  },
  { word: 'kontakt', you: phrase(`${jaki}(?:numer )?telefonu?`), they: phrase('numer telefonu') },
];

/** Questions for the email address of those who answer. */
export const emailQuestions: readonly OwnQuestion[] = [
  {
    word: 'contact',
    you: phrase(
      `${whatIs}your e ?mail(?: add?ress)?|do you have an e ?mail(?: add?ress)?|(?:how )?can i e ?mail you|(?:what|which) e ?mail(?: add?ress)? (?:can|do|should) i (?:use|write to)`,
      '(?: please)?',
    ),
    they: phrase(`(?:(?:${whatIs}|is there )(?:the|an?) )?e ?mail(?: add?ress)?`, '(?: please)?'),
  },
  {
    word: 'Kontakt',
    you: phrase(`${wieIst}(?:e ?)?mail ?(?:adresse)?`),
    they: phrase('(?:(?:wie (?:ist|lautet)|was ist|gibt es) (?:die|eine) )?e ?mail ?adresse'),
  },
  {
    word: 'contact',
    you: phrase(
      '(?:quel(?:le)? est|avez vous|donnez moi) (?:votre|une?) (?:(?:adresse )?(?:e ?mail|mail|electronique)|courriel)',
    ),
    they: phrase('(?:quelle est )?(?:l )?adresse (?:e ?mail|mail|electronique)'),
  },
  {
    word: 'contacto',
    you: phrase(`${cualEs} (?:(?:direccion de )?correo(?: electronico)?|e ?mail)`),
    they: phrase('correo electronico'),
  },
  { word: 'contatto', you: phrase(`${qualE} (?:indirizzo )?(?:e ?mail|mail)`) },
  { word: 'contacto', you: phrase(`${qualEh} (?:endereco de )?e ?mail`) },
  { word: 'contact', you: phrase(`${watIs} e ?mail ?(?:adres)?`), they: phrase('(?:wat is het )?e ?mail ?adres') },
  {
    word: 'контакт',
    you: phrase('(?:какои|какая) (?:у вас|ваш|ваша) (?:адрес )?(?:электронн(?:ая|ои) почт[аы]|e ?mail|имеил)'),
  },
  { word: '邮箱', you: phrase('(?:你们|您|你) ?的? ?(?:电子 ?)?(?:邮箱|邮件) ?(?:地址)? ?(?:是)? ?(?:多少|什么)?') },
  { word: 'التواصل', you: phrase('(?:ما (?:هو )?)?(?:عنوان )?(?:بريدكم(?: الالكتروني)?|ايميلكم)') },
  { word: 'קשר', you: phrase('(?:מה )?(?:כתובת )?ה?(?:מייל|אימייל) שלכם') },
  { word: 'iletişim', you: phrase('e ?(?:posta|mail) adresiniz(?: ne| nedir)?') },
  { word: 'kontakt', you: phrase(`${jaki}(?:adres )?e ?mail`), they: phrase('adres e ?mail') },
];
