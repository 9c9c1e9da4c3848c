/** The fields whose values have a label: what the value is, and how well a label names it, from 0 to 100. */
export interface Named {
  readonly field: LabeledField
  readonly strength: number
}

export type LabeledField =
  | 'invoice_number'
  | 'invoice_date'
  | 'due_date'
  | 'po_number'
  | 'stock_number'
  | 'repair_order'
  | 'stock_or_repair_order'
  | 'account_number'
  | 'vin'
  | 'good_through'
  | 'other'

type Row = readonly [field: LabeledField, strength: number, labels: RegExp]

const no = '(?: ?(?:no|nr|num|nbr|number|#|id|ref(?:erence)?))'

/** How well `No.` alone names an invoice number. */
export const bareNumber = 50

/** Labels of numbers, as normalized by `plainLabel`. The first row that matches counts. */
const numberLabels: readonly Row[] = [
  // Sentences name other invoices: `apply this credit to invoice 88`.
  [
    'other',
    100,
    new RegExp(
      `(?:^| )(?:to|for|of|from|against|original|per|on|prior|previous|see|with|and|by|this) (?:our |your )?inv(?:oices?)?${no}?$`,
    ),
  ],
  [
    'other',
    100,
    new RegExp(
      `^(?:quote|quotation|estimate|proposal|deal|job|lot|route|stop|page|phone|tel|telephone|fax|receipt(?: / payment)?|receipt / payment|license|dealer|check|ck|tax|fed(?:eral)?(?: tax)?|ein|tin|fein|routing|aba|sales order|order|packing(?: slip)?|tracking|part|item|unit|serial|model|engine|mileage|odometer|control|batch|suite|ste|room|bldg|store|nmls|naic|claim|policy|case|lane/run|run|usdot|mc|terms|qty|quantity|extension|ext|buyer|seller|user|tech|advisor|zip|box|po box|p o box|dept|bol|pro|container|delivery|ship|meter|device|contract|agreement|confirmation|transaction|auth|approval|reg|registration|permit|tag|plate|title|key|bin|line|pos)${no}?$`,
    ),
  ],
  ['invoice_number', 96, new RegExp(`^freight bill(?: / pro)?${no}?$|^billing document${no}?$`)],
  [
    'repair_order',
    100,
    new RegExp(`^(?:your |our |dealer |customer |cust )?(?:r/?o|repair order|repairorder|rep order)${no}?$`),
  ],
  ['repair_order', 70, new RegExp(`^(?:your |our )?(?:work order|w/?o|service order)${no}?$`)],
  [
    'stock_or_repair_order',
    90,
    new RegExp(
      `^(?:r/?o|repair order)${no}? ?[/&] ?(?:stock|stk)${no}?$|^(?:stock|stk)${no}? ?[/&] ?(?:r/?o|repair order)${no}?$`,
    ),
  ],
  [
    'stock_number',
    100,
    new RegExp(`^(?:your |dealer |vehicle |unit |customer )?(?:stock|stk|stock/unit|unit/stock)${no}?$`),
  ],
  [
    'po_number',
    100,
    new RegExp(
      `^(?:bestellung / po|bestellung|bestell ?nr|(?:your |customer |cust |client |buyer |dealer |cust\\. )?(?:p/?o|purchase order|po/ref|po/reference|p order)${no}?(?: ?/ ?ref(?:erence)?)?)$`,
    ),
  ],
  ['po_number', 75, new RegExp(`^(?:your |customer |cust )(?:order|reference|ref)${no}?$`)],
  [
    'account_number',
    100,
    new RegExp(
      `^(?:your |customer |client |loan |dealer |billing |utility |service )?(?:account|acct|a/c|acc|kto|konto)${no}?$`,
    ),
  ],
  [
    'account_number',
    95,
    new RegExp(`^(?:loan|lease|contract|line|member(?:ship)?|subscriber)${no}(?: – suffix)?$|^(?:re )?loan$`),
  ],
  [
    'account_number',
    85,
    new RegExp(`^(?:your )?(?:customer|cust|client|kunden|payer)${no}$|^cust$|^customer code$|^kundennummer$`),
  ],
  ['vin', 100, new RegExp(`^(?:vin|v i n|vehicle id(?:entification)?|serial/vin|vin/serial|chassis)${no}?$`)],
  [
    'invoice_number',
    100,
    new RegExp(
      `^(?:rechnung(?:s)?${no} / )?(?:tax |our |vendor |supplier |sales |service |parts |commercial |this )?(?:invoice|inv|facture|factura|rechnung(?:s)?)${no}$|^rechnungsnummer$|^(?:credit(?: memo| note)?|c/m|cm|debit memo|bill of sale|bill|invoice document)${no}$`,
    ),
  ],
  ['invoice_number', 92, /^(?:tax )?(?:invoice|inv|ticket|ticket (?:no|number|#)|credit memo|credit note)$/],
  ['invoice_number', 72, new RegExp(`^(?:document|doc|folio|bill|voucher)${no}?$`)],
  ['invoice_number', bareNumber, /^(?:no|number|#|nr)$/],
]

const dateLabels: readonly Row[] = [
  [
    'good_through',
    100,
    /(?:received (?:by|on or before)|(?:valid|good) (?:through|thru|until|till|to)|expir(?:es|ation)(?: date| on)?|payoff (?:valid|good|expires?)[a-z ]*|valid (?:through|thru|until) for payoff|quote good (?:through|thru|until)|good-through(?: date)?|effective through|payoff date|good through date)$/,
  ],
  [
    'other',
    100,
    /(?:quote expires|prices? good|ship(?:ped|ping)?(?: date)?|order(?:ed)?(?: date)?|printed|run date|print date|period|from|to|through|service (?:from|to)|last payment|next|previous|prior|late after|after|discount(?: date)?|if paid by|paid(?: on)?|received|checked in|in service|rev|birth|delivery \/ date|up to|since|as of date of loss|contract date|maturity)$/,
  ],
  [
    'due_date',
    100,
    /(?:(?:payment|net|balance|amount|invoice|bill|total|charges?|fällig \/|current charges) due(?: date)?(?: by| on| before| on or before)?|due date|date due|due(?: by| on| no later than| before| in full by| on or before)?|(?:please )?pay(?:able|ment)? (?:by|before|on or before|no later than)|please (?:pay|send|remit) \S+ by|remit by|must be (?:paid|received) by|fällig(?: am)?|fälligkeit|pay by)$/,
  ],
  [
    'invoice_date',
    100,
    /(?:(?:invoice|inv|bill|billing|document|doc|credit|tax|rechnungs?|issue|memo|ticket|sale|settlement) ?date|date (?:of (?:invoice|issue|sale|bill)|issued|billed)|dated|issued(?: on)?|invoiced(?: on)?|billed(?: on)?|rechnungsdatum|invoice dated)$/,
  ],
  ['invoice_date', 95, /^(?:datum \/ )?(?:date|datum|dt|fecha)$/],
  [
    'invoice_date',
    85,
    /^(?:your )?(?:statement date|closing date|date of statement|delivered(?: on)?|delivery date|transaction date|as of)$/,
  ],
  // The day of the work is offered where the invoice has no other date.
  ['invoice_date', 64, /^(?:service date|date of service|completed(?: on)?|work date|date completed)$/],
]

/** Returns a label's words in lowercase, without points and colons: `P.O. No.:` becomes `po no`. */
function plainLabel(text: string): string {
  return text
    .toLowerCase()
    .replace(/#/g, ' # ')
    .replace(/[.:;*_|()[\]{}'"`’•·]/g, '')
    .replace(/\s+/g, ' ')
    .replace(/\bp o\b/g, 'po')
    .replace(/\br ?[o0]\b/g, 'ro')
    .replace(/\bno #/g, 'no')
    .trim()
}

/** The field that the last words of a text name for a number or a date that follows. */
export function labelIn(text: string, kind: 'number' | 'date'): Named | undefined {
  const words = plainLabel(text).split(' ').filter(Boolean)
  const rows = kind === 'number' ? numberLabels : dateLabels
  for (let count = Math.min(words.length, 6); count > 0; count -= 1) {
    const label = words.slice(-count).join(' ')
    const row = rows.find(([, , labels]) => labels.test(label))
    if (row) return { field: row[0], strength: row[1] }
  }
  return undefined
}

interface AmountLabel {
  readonly score: number
  /** The exact words that asked for payment. */
  readonly kind: 'due' | 'total' | 'part' | 'per_diem'
}

/** Labels of amounts, in the order they are tried. Labels of parts come before `due`, since `past due` isn't. */
const amountLabels: readonly (readonly [AmountLabel['kind'], number, RegExp])[] = [
  ['per_diem', 100, /per[- ]?diem|daily (?:interest|rate|amount)|interest per day|per day|each additional day/],
  ['due', 96, /(?:credit total|total credit|credit amount|amount of credit|credit due|net credit)$/],
  ['total', 80, /total.*(?:incl|with|including|after|w\/)\.? ?(?:all )?(?:sales )?(?:tax|vat|gst|hst)/],
  [
    'part',
    0,
    /sub-? ?total|(?:past|over) ?due(?! and)|prior|previous|last (?:bill|statement|month)|late|after|page total|principal|forward|opening|deposit|retail|msrp|list price|credit limit|taxable|savings|minimum|tax exempt|amount (?:paid|received|owed|tendered)|payments?(?: received| to date| applied)?$|less|already paid|paid (?:by|to)|received|current$|\d+ ?days?$|over \d+|\d+ ?[-+] ?\d*$|finance|unit price|price$|each$|if paid|discount|down payment|trade|value|insured|replacement|reserve|limit|quote[d]? price|escrow/,
  ],
  [
    'due',
    100,
    /(?:amount|balance|total|net|payment|sum|invoice|fees?|charges?|refund|amt|bal|tot|fee|cost|price) (?:now |currently |still )?(?:due|payable|owing|to pay|outstanding)\b(?! date| by)/,
  ],
  [
    'due',
    100,
    /(?:^|\s)due (?:this invoice|now|customer|to|auction|from|upon|on receipt|in full|usd|us)|due$|please (?:pay|remit)|pay this|amount to (?:be )?(?:pay|paid|remit)|refund (?:amount|total|due|to)|amount of (?:refund|check|payment)|(?:amount|total) (?:we )?(?:owe|owing)|you owe|pay exactly|remit(?: this)?(?: amount)?$|amount (?:requested|enclosed)|(?:check|payment|draft) amount|zahlbetrag|payable$|please send$|total of check$|check total$|balance to pay|net payable/,
  ],
  [
    'due',
    98,
    /pay-?off(?: (?:amount|balance|total|quote|figure|as of))?$|pay-?off\b.*\bis$|(?:total|net) (?:to )?pay-?off|pay (?:this account|the account|the loan|this loan|your (?:account|loan|lease)) (?:off )?in full|in full (?:is|of)$|in full\b.* is$|(?:sum|amount) (?:needed|required|necessary) to .* is$|pay(?:off| off) (?:amount|balance)|to (?:satisfy|pay off|retire|release).*(?:is|of)$/,
  ],
  [
    'due',
    93,
    /new balance|ending balance|closing balance|account balance|current balance|invoice balance|balance owed|statement balance|this (?:delivery|invoice|bill|ticket|statement|month)$|balance (?:usd|us)|balance$/,
  ],
  [
    'part',
    0,
    /\btax\b|vat|mwst|gst|hst|freight|shipping|handling|labor|labour|parts|materials?|sublet|supplies|fee$|(?<!^total )fees$|core|charge$|gross|adjust|netto|hours|surcharge|hazmat|disposal|environmental|storage|fuel|commission|insurance|postage|delivery|net$|cost$|rate$|interest/,
  ],
  [
    'total',
    80,
    /^(?:rechnungsbetrag|gesamtbetrag(?: \/ total)?|totals?|grand total|invoice total|total invoice|total amount|invoice amount|amount total|total (?:usd|us|cad|eur|gbp|mxn|charges|sale|sales|bill|cost|price|this invoice|of invoice|order|for this (?:invoice|bill))|(?:bill|order|job|repair|ticket|contract) total|total [$€£]?|total \(?[a-z]{3}\)?|total fees|total in us dollars|montant total)$/,
  ],
  ['total', 79, /(?:grand|invoice|bill) total|total (?:amount|invoice|charges)|gesamtbetrag/],
  ['total', 60, /\btotals?$/],
  ['total', 40, /^(?:amount|net amount|sum|amt|betrag|extended|balance)$/],
]

/** What a label says about an amount that follows, or undefined if it says nothing. */
export function amountLabelIn(text: string): AmountLabel | undefined {
  const label = plainLabel(text)
  const row = amountLabels.find(([, , labels]) => labels.test(label))
  return row && { kind: row[0], score: row[1] }
}
