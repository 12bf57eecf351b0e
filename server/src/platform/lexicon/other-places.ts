/** Words by which an address is that of a delivery, a sender or the makers of a page, in the languages of the questions. */
export const others =
  /(?<!\p{L})(?:deliver|shipp?ing|billing|invoice|returns|design(?:ed)?(?: and code|:| by)|hosting|liefer|versand|rechnung|r[uü]cksend|retour|gestaltung|umsetzung|livraison|factur|conception|env[ií]o|devoluci|diseño|consegna|spedizion|fattur|entrega|fatura|devoluç|bezorg|verzend|ontwerp)/iu;
/** Words by which an address or a number is that of a supplier or a carrier. */
export const strangers =
  /\b(?:suppliers?|supplied by|manufacturers?|hersteller|lieferanten?|fournisseur|proveedor|fornitore|fornecedor|leverancier|DHL|DPD|GLS|FedEx)\b|\b(?:their|deren|dessen|leurs?) (?:\p{L}+[- ])?(?:phone|telephone|number|e?-?mail|address|adresse|anschrift|telefon|nummer|t[ée]l|num[ée]ro|courriel)/iu;
/** Words by which an address may be that of a car park or a customer, and a number that of an emergency service. */
export const besides =
  /(?<!\p{L})(?:parking|car park|park(?:platz|pl[aä]tze|haus|en)|tiefgarage|stationnement|aparcamiento|estacionamento|parcheggi|parkeer|notdienst|notruf|notfall|emergenc|urgenc|urgen[zt]|noodgeval|(?:our|unsere?[nmr]?|notre|nos|nuestr[oa]s?|nostr[aeio]|noss[oa]s?|onze) (?:customers?|clients?|clientes?|client[ei]|kund(?:en?|in)|klant(?:en)?|partner|partenaire|parceir|socios?|stockist|retailer|reseller|händler|revendeur|rivenditor)(?!s? (?:find|reach)))/iu;
