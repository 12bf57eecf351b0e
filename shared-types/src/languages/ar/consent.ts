import type { Texts } from '../en/consent.ts';

export const texts: Texts = {
  allowTitle: 'هل تسمح لـ {app}؟',
  asks: 'يريد {app} استخدام Portico نيابةً عنك، {email}.',
  ableTo: 'سيكون بإمكان التطبيق:',
  abilities: {
    'agents:execute': 'سؤال وكلائك',
    'workflows:execute': 'تنفيذ سير عملك',
    'knowledge-bases:query': 'البحث في قواعد معرفتك وقراءتها',
  },
  workspace: 'مساحة العمل',
  returnsTo:
    'ستعود بعدها إلى {place}. اختار التطبيق اسمه بنفسه ولم يتحقق منه أحد: لا تسمح به إلا إذا بدأت هذا الطلب بنفسك الآن.',
  allow: 'سماح',
  deny: 'رفض',
  apps: 'التطبيقات التي سمحت بها',
  appsTitle: 'التطبيقات المتصلة',
  appsText: 'تستخدم هذه التطبيقات Portico نيابةً عنك.',
  noApps: 'لا يستخدم أي تطبيق Portico نيابةً عنك.',
  since: '{workspace}، منذ {date}',
  lastUsed: 'آخر استخدام {date}',
  neverUsed: 'لم يُستخدم قط',
  remove: 'إزالة',
  toConsole: 'إلى لوحة التحكم',
  refusedTitle: 'لا يمكن السماح بهذا',
  signIn: 'تسجيل الدخول',
  refusals: {
    unknownApp: 'هذا التطبيق غير مسجل هنا، أو لم يعد مسجلًا. ابدأ من جديد في التطبيق.',
    unknownAddress: 'يريد التطبيق العودة إلى عنوان لم يسجله.',
    signedOut: 'انتهت جلستك. سجّل الدخول وستُسأل من جديد.',
    notAPerson: 'سجلت الدخول بمفتاح. لا يمكن السماح بتطبيق إلا لشخص: سجّل الخروج ثم ادخل بحسابك.',
    noWorkspace: 'أنت لا تنتمي إلى أي مساحة عمل. اطلب دعوة.',
    notAMember: 'أنت لا تنتمي إلى مساحة العمل هذه.',
    tooMany: 'محاولات كثيرة. انتظر دقيقة ثم حاول مجددًا.',
    incomplete: 'الطلب غير مكتمل. ابدأ من جديد في التطبيق.',
  },
};
