/** Names of the emoji categories in the order of `emoji`, by the interface's language. */
export const kindLabels: Readonly<Record<string, readonly string[]>> = {
  en: ['Faces', 'People', 'Nature', 'Food', 'Places', 'Activities', 'Things', 'Symbols'],
  de: ['Gesichter', 'Menschen', 'Natur', 'Essen', 'Orte', 'Aktivitäten', 'Dinge', 'Symbole'],
  es: ['Caras', 'Personas', 'Naturaleza', 'Comida', 'Lugares', 'Actividades', 'Objetos', 'Símbolos'],
  fr: ['Visages', 'Personnes', 'Nature', 'Nourriture', 'Lieux', 'Activités', 'Objets', 'Symboles'],
  pt: ['Rostos', 'Pessoas', 'Natureza', 'Comida', 'Lugares', 'Atividades', 'Objetos', 'Símbolos'],
  ar: ['وجوه', 'أشخاص', 'طبيعة', 'طعام', 'أماكن', 'أنشطة', 'أشياء', 'رموز'],
  he: ['פרצופים', 'אנשים', 'טבע', 'אוכל', 'מקומות', 'פעילויות', 'חפצים', 'סמלים'],
  zh: ['表情', '人物', '自然', '食物', '地点', '活动', '物品', '符号'],
  ja: ['顔', '人', '自然', '食べ物', '場所', '活動', '物', '記号'],
};
