import type { Segment } from './page-layout.ts'

/** Kinds of documents by what they ask for. */
export const kindsOfDocuments = [
  'invoice',
  'statement',
  'payoff',
  'refund',
  'title_fees',
  'credit',
  'quote',
  'w9',
  'nothing',
] as const
export type KindOfDocument = (typeof kindsOfDocuments)[number]

/** What a document says about itself that people should see before they pay. */
export const documentFlags = [
  'not_an_invoice',
  'do_not_pay',
  'paid',
  'copy',
  'past_due',
  'credit',
  'statement',
  'several_documents',
] as const
export type DocumentFlag = (typeof documentFlags)[number]

const titles: readonly (readonly [KindOfDocument, RegExp])[] = [
  ['w9', /\bform w-?9\b|^w-?9$|request for taxpayer|taxpayer identification number/i],
  [
    'payoff',
    /pay-?off (?:quot|letter|statement|request|amount|figure|information|good|notice)|re:? ?pay-?off|^pay-?off$|loan payoff|lien payoff|(?:satisfy|pay(?: off)?|retire) (?:the |this |your )?(?:above )?(?:loan|account|lease) in full/i,
  ],
  ['credit', /^credit (?:memo(?:randum)?|note|invoice)\b|^credit$|^return credit/i],
  [
    'quote',
    /^(?:quotation|quote|estimate|proposal|sales quote|price quote|repair estimate|pro-? ?forma(?: invoice)?)\b(?! valid)/i,
  ],
  [
    'refund',
    /refund (?:request|form|authori)|customer refund|(?:cancellation|gap|warranty|contract) (?:and deposit )?refund|refund due to (?:the )?customer|request for refund|deposit refund|overpayment|refund voucher|check request for refund/i,
  ],
  [
    'title_fees',
    /(?:title|registration|license|plate)\b.{0,24}\bfees?\b|department of (?:motor vehicles|licensing|revenue)|secretary of state|title application|motor vehicle (?:division|commission|department)|county (?:clerk|treasurer|tax)/i,
  ],
  [
    'statement',
    /^statement(?: of account)?$|statement of account|account statement|^monthly statement|^customer statement/i,
  ],
  [
    'invoice',
    /\binvoice\b|rechnung|\bbill\b|receipt|ticket|amount due|total due|please (?:pay|remit)|settlement|facture/i,
  ],
]

/** The kind by the first title that matches, in the order of how much it decides. */
export function kindOf(segments: readonly Segment[], hasAmounts: boolean): KindOfDocument {
  const title = titles.find(([kind, pattern]) =>
    segments.some(({ text, line }) => {
      const isValue = kind === 'quote' && line.at(-1)?.text.endsWith(':')
      return !isValue && text.trim().length < limitOf(kind) && pattern.test(text.trim())
    }),
  )
  if (title) return title[0]
  return hasAmounts ? 'invoice' : 'nothing'
}

/** Titles are short; words such as `invoice` count in any text. */
function limitOf(kind: KindOfDocument): number {
  if (kind === 'payoff') return 130
  return kind === 'invoice' ? 200 : 60
}

const stamps: readonly (readonly [DocumentFlag, RegExp])[] = [
  ['paid', /^paid(?: in full)?(?: \d.*)?$|^\*+ ?paid ?\*+$|^paid[\s-]+thank you/i],
  [
    'copy',
    /^(?:customer |file |duplicate |office |second |reprint )?copy$|^duplicate(?: invoice)?$|^reprint$|^copy of (?:the )?original/i,
  ],
  ['past_due', /^past[- ]due\b(?!.*\b(?:accounts|invoices|balances|amounts)\b)|second notice|final notice|^overdue/i],
  ['do_not_pay', /do not pay|not an invoice|this is not a bill|no payment (?:is )?(?:due|required)|zero balance/i],
]

export function flagsOf(segments: readonly Segment[], kind: KindOfDocument): DocumentFlag[] {
  const texts = segments.map(({ text }) => text.trim())
  const found = stamps.filter(([, pattern]) => texts.some((text) => pattern.test(text))).map(([flag]) => flag)
  if (kind === 'quote') found.push('not_an_invoice', 'do_not_pay')
  if (kind === 'credit') found.push('credit', 'do_not_pay')
  if (kind === 'statement') found.push('statement')
  if (kind === 'w9' || kind === 'nothing') found.push('not_an_invoice')
  return [...new Set(found)]
}
