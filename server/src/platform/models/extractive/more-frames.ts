import type { Language } from '../../lexicon/languages.ts';
import type { Frames } from '@portico/shared-types/languages/en/model';

const it: Frames = {
  found: 'Ecco che cosa ho trovato in {}:',
  closest: 'Non sono sicuro che questo risponda alla domanda, ma il passo più vicino è in {}:',
  also: 'E in {}:',
  under: '{}, sotto «{section}»',
  textSays: 'Il testo dice:',
  textClosest: 'Il passo del testo che si avvicina di più è questo:',
  notInText: 'Non l’ho trovato nel testo. In breve, dice:',
  none: 'Non ho trovato nulla su questo nei miei documenti. Può chiederlo con altre parole?',
  noneNear:
    'Non ho trovato nulla su questo nei miei documenti. Può chiederlo con altre parole, o su qualcosa che trattano, per esempio {}?',
  noText: 'Qui non c’è un testo che io possa riassumere. Lo incolli dopo la richiesta, o lo alleghi.',
  onlyQuotes:
    'Sono il modello dimostrativo di Portico: rispondo citando documenti e non ne ho che possano aiutare qui. Incolli un testo e faccia una domanda.',
  cannotTranslate: 'Non so tradurre, perché cito soltanto; questo è il succo con le parole del testo:',
  greeting: 'Ciao! 👋',
  thanks: 'Prego! Chieda pure se c’è altro.',
  goodbye: 'Arrivederci! Torni quando ha un’altra domanda.',
  identity:
    'Sono il modello dimostrativo di Portico. Non scrivo liberamente: cerco e cito i passi adatti, con le loro fonti.',
  offer: 'Mi faccia una domanda, e la cerco nei documenti che ho ricevuto.',
  offerNear: 'Mi faccia una domanda, e la cerco nei miei documenti, per esempio {}.',
  offerText: 'Incolli un testo e mi chieda di riassumerlo.',
  and: ' e ',
};

const nl: Frames = {
  found: 'Dit heb ik gevonden in {}:',
  closest: 'Ik weet niet zeker of dit het antwoord is, maar het dichtst in de buurt komt dit in {}:',
  also: 'En in {}:',
  under: '{}, onder “{section}”',
  textSays: 'In de tekst staat:',
  textClosest: 'Dit stuk van de tekst komt het dichtst in de buurt:',
  notInText: 'Dat heb ik niet in de tekst gevonden. Kort samengevat staat er:',
  none: 'Daarover heb ik niets gevonden in mijn documenten. Kunt u het met andere woorden vragen?',
  noneNear:
    'Daarover heb ik niets gevonden in mijn documenten. Kunt u het met andere woorden vragen, of vragen naar iets dat erin staat, zoals {}?',
  noText: 'Hier is geen tekst die ik kan samenvatten. Plak hem achter uw vraag of voeg hem bij.',
  onlyQuotes:
    'Ik ben het ingebouwde demomodel van Portico: ik antwoord met citaten uit documenten en heb er geen die hier helpen. Plak een tekst en stel er een vraag over.',
  cannotTranslate: 'Vertalen kan ik niet, want ik citeer alleen; dit is de kern in de woorden van de tekst:',
  greeting: 'Hallo! 👋',
  thanks: 'Graag gedaan! Vraag gerust als er nog iets is.',
  goodbye: 'Tot ziens! Kom gerust terug met een andere vraag.',
  identity:
    'Ik ben het ingebouwde demomodel van Portico. Ik schrijf niet vrij: ik zoek op en citeer de passende stukken, met hun bronnen.',
  offer: 'Stel me een vraag, dan zoek ik het op in de documenten die ik heb gekregen.',
  offerNear: 'Stel me een vraag, dan zoek ik het op in mijn documenten, zoals {}.',
  offerText: 'Plak een tekst en vraag me om hem samen te vatten.',
  and: ' en ',
};

const ru: Frames = {
  found: 'Вот что я нашёл в документе {}:',
  closest: 'Не уверен, что это ответ на вопрос, но ближе всего это место в документе {}:',
  also: 'И в документе {}:',
  under: '{}, раздел «{section}»',
  textSays: 'В тексте сказано:',
  textClosest: 'Ближе всего к этому такое место в тексте:',
  notInText: 'Этого я в тексте не нашёл. Вкратце в нём говорится:',
  none: 'В моих документах об этом ничего не нашлось. Можете спросить другими словами?',
  noneNear:
    'В моих документах об этом ничего не нашлось. Можете спросить другими словами или о том, что в них есть, например {}?',
  noText: 'Здесь нет текста, который я мог бы пересказать. Вставьте его после просьбы или приложите.',
  onlyQuotes:
    'Я встроенная демонстрационная модель Portico: отвечаю цитатами из документов, а подходящих здесь нет. Вставьте текст и задайте вопрос о нём.',
  cannotTranslate: 'Переводить я не умею, только цитирую; вот суть словами самого текста:',
  greeting: 'Здравствуйте! 👋',
  thanks: 'Пожалуйста! Спрашивайте, если понадобится что-то ещё.',
  goodbye: 'До свидания! Возвращайтесь, когда будет новый вопрос.',
  identity:
    'Я встроенная демонстрационная модель Portico. Я не пишу от себя: ищу и цитирую подходящие места с указанием источников.',
  offer: 'Задайте вопрос, и я поищу ответ в документах, которые мне дали.',
  offerNear: 'Задайте вопрос, и я поищу ответ в моих документах, например {}.',
  offerText: 'Вставьте текст и попросите пересказать его.',
  and: ' и ',
};

const ko: Frames = {
  found: '{}에서 다음 내용을 찾았습니다:',
  closest: '이것이 답인지는 확실하지 않지만, 가장 가까운 내용은 {}에 있습니다:',
  also: '{}에도 다음 내용이 있습니다:',
  under: '{}의 “{section}”',
  textSays: '글에는 다음과 같이 쓰여 있습니다:',
  textClosest: '글에서 가장 가까운 부분은 다음과 같습니다:',
  notInText: '글에서 찾지 못했습니다. 요점은 다음과 같습니다:',
  none: '제 문서에서 그에 관한 내용을 찾지 못했습니다. 다른 말로 질문해 주시겠어요?',
  noneNear: '제 문서에서 그에 관한 내용을 찾지 못했습니다. 다른 말로, 또는 {} 같은 내용에 대해 질문해 주시겠어요?',
  noText: '요약할 글이 없습니다. 요청 뒤에 붙여 넣거나 첨부해 주세요.',
  onlyQuotes:
    '저는 Portico에 내장된 데모 모델입니다. 문서를 인용해 답하는데, 여기에 도움이 될 문서가 없습니다. 글을 붙여 넣고 질문해 주세요.',
  cannotTranslate: '저는 인용만 하므로 번역할 수 없습니다. 글의 말로 요점을 보여 드립니다:',
  greeting: '안녕하세요! 👋',
  thanks: '천만에요! 더 궁금한 것이 있으면 물어보세요.',
  goodbye: '안녕히 가세요! 또 질문이 있으면 찾아 주세요.',
  identity: '저는 Portico에 내장된 데모 모델입니다. 글을 지어내지 않고, 찾아서 맞는 부분을 출처와 함께 인용합니다.',
  offer: '질문해 주세요. 받은 문서에서 찾아보겠습니다.',
  offerNear: '질문해 주세요. {} 같은 제 문서에서 찾아보겠습니다.',
  offerText: '글을 붙여 넣고 요약을 부탁해 주세요.',
  and: ' 및 ',
};

const pl: Frames = {
  found: 'Oto informacje z dokumentu {}:',
  closest: 'Nie mam pewności, czy to odpowiedź na pytanie, ale najbliższy jest ten fragment dokumentu {}:',
  also: 'A to z dokumentu {}:',
  under: '{}, część „{section}”',
  textSays: 'W tekście jest napisane:',
  textClosest: 'Najbliższy jest ten fragment tekstu:',
  notInText: 'W tekście tego nie ma. W skrócie jest w nim napisane:',
  none: 'W moich dokumentach nic o tym nie ma. Proszę zapytać innymi słowami.',
  noneNear:
    'W moich dokumentach nic o tym nie ma. Proszę zapytać innymi słowami albo o coś, co w nich jest, na przykład {}.',
  noText: 'Nie ma tu tekstu do streszczenia. Proszę wkleić go po prośbie albo załączyć.',
  onlyQuotes:
    'Jestem wbudowanym modelem demonstracyjnym Portico: odpowiadam cytatami z dokumentów, a nie mam żadnych, które tu pomogą. Proszę wkleić tekst i zadać pytanie na jego temat.',
  cannotTranslate: 'Nie umiem tłumaczyć, bo tylko cytuję; oto sedno słowami samego tekstu:',
  greeting: 'Dzień dobry! 👋',
  thanks: 'Nie ma za co! Proszę pytać, jeśli jest coś jeszcze.',
  goodbye: 'Do widzenia! Zapraszam z kolejnymi pytaniami.',
  identity:
    'Jestem wbudowanym modelem demonstracyjnym Portico. Nie piszę od siebie: wyszukuję i cytuję pasujące fragmenty, podając źródła.',
  offer: 'Proszę zadać pytanie, a poszukam odpowiedzi w dokumentach, które mam.',
  offerNear: 'Proszę zadać pytanie, a poszukam odpowiedzi w moich dokumentach, na przykład {}.',
  offerText: 'Proszę wkleić tekst i poprosić o jego streszczenie.',
  and: ' i ',
};

const tr: Frames = {
  found: '{} belgesinde şunu buldum:',
  closest: 'Sorunun yanıtının bu olduğundan emin değilim, ama en yakın bölüm {} belgesinde:',
  also: '{} belgesinde de şu var:',
  under: '{} (“{section}” bölümü)',
  textSays: 'Metinde şöyle yazıyor:',
  textClosest: 'Metnin buna en yakın bölümü şu:',
  notInText: 'Bunu metinde bulamadım. Metinde kısaca şöyle yazıyor:',
  none: 'Belgelerimde bununla ilgili bir şey bulamadım. Başka sözcüklerle sorabilir misiniz?',
  noneNear:
    'Belgelerimde bununla ilgili bir şey bulamadım. Başka sözcüklerle ya da belgelerimdeki bir konuda soru sorabilir misiniz, örneğin {}?',
  noText: 'Burada özetleyebileceğim bir metin yok. Metni isteğinizin ardına yapıştırın ya da dosya olarak ekleyin.',
  onlyQuotes:
    'Ben Portico’nun yerleşik tanıtım modeliyim: belgelerden alıntılarla yanıt veririm ve burada işe yarayacak bir belgem yok. Bir metin yapıştırıp onunla ilgili bir soru sorun.',
  cannotTranslate: 'Yalnızca alıntı yaptığım için çeviri yapamam; metnin kendi sözleriyle özü şu:',
  greeting: 'Merhaba! 👋',
  thanks: 'Rica ederim! Başka bir şey varsa sorabilirsiniz.',
  goodbye: 'Hoşça kalın! Başka bir sorunuz olursa yine bekleriz.',
  identity:
    'Ben Portico’nun yerleşik tanıtım modeliyim. Kendim metin yazmam: uygun bölümleri bulur, kaynaklarıyla birlikte alıntılarım.',
  offer: 'Bana bir soru sorun, elimdeki belgelerde arayayım.',
  offerNear: 'Bana bir soru sorun, belgelerimde arayayım, örneğin {}.',
  offerText: 'Bir metin yapıştırıp özetlememi isteyin.',
  and: ' ve ',
};

/** The built-in model's texts in languages that no page has. */
export const moreFrames: Partial<Record<Language, Frames>> = { it, nl, pl, ru, ko, tr };
