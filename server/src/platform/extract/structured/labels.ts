/** Names of facts that a page has without one. */
interface Labels {
  address: string;
  phone: string;
  email: string;
  hours: string;
  closed: string;
  payment: string;
}

const lists: Readonly<Record<string, string>> = {
  en: 'Address|Phone|Email|Opening hours|closed|Payment',
  de: 'Adresse|Telefon|E-Mail|Öffnungszeiten|geschlossen|Bezahlung',
  fr: 'Adresse|Téléphone|E-mail|Horaires d’ouverture|fermé|Paiement',
  es: 'Dirección|Teléfono|Correo electrónico|Horario de apertura|cerrado|Pago',
  it: 'Indirizzo|Telefono|E-mail|Orari di apertura|chiuso|Pagamento',
  pt: 'Endereço|Telefone|E-mail|Horário de funcionamento|fechado|Pagamento',
  nl: 'Adres|Telefoon|E-mail|Openingstijden|gesloten|Betaling',
  sv: 'Adress|Telefon|E-post|Öppettider|stängt|Betalning',
  da: 'Adresse|Telefon|E-mail|Åbningstider|lukket|Betaling',
  no: 'Adresse|Telefon|E-post|Åpningstider|stengt|Betaling',
  fi: 'Osoite|Puhelin|Sähköposti|Aukioloajat|suljettu|Maksutavat',
  ro: 'Adresa|Telefon|E-mail|Program de funcționare|închis|Plată',
  hu: 'Cím|Telefon|E-mail|Nyitvatartás|zárva|Fizetés',
  tr: 'Adres|Telefon|E-posta|Çalışma saatleri|kapalı|Ödeme',
  pl: 'Adres|Telefon|E-mail|Godziny otwarcia|nieczynne|Płatność',
  ru: 'Адрес|Телефон|Эл. почта|Часы работы|закрыто|Оплата',
  ar: 'العنوان|الهاتف|البريد الإلكتروني|ساعات العمل|مغلق|الدفع',
  he: 'כתובת|טלפון|אימייל|שעות פתיחה|סגור|תשלום',
  el: 'Διεύθυνση|Τηλέφωνο|Email|Ώρες λειτουργίας|κλειστά|Πληρωμή',
  ja: '住所|電話番号|メール|営業時間|定休日|お支払い',
  ko: '주소|전화|이메일|영업시간|휴무|결제',
  zh: '地址|电话|邮箱|营业时间|休息|支付方式',
};

/** The labels in a language; in English for another. */
export function labelsOf(language: string): Labels {
  const [address = '', phone = '', email = '', hours = '', closed = '', payment = ''] = (
    lists[language] ??
    lists['en'] ??
    ''
  ).split('|');
  return { address, phone, email, hours, closed, payment };
}
