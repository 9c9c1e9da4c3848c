import { bankingEndpoints as endpoints } from '@check-requests/domain/bank/endpoints.ts'
import { bankFileEndpoints as files } from '@check-requests/domain/bank/files/endpoints.ts'
import { shippedTemplates } from '@check-requests/domain/bank/positive-pay/shipped.ts'
import { stockEndpoints as stock } from '@check-requests/domain/bank/stock/endpoints.ts'
import { type Act, about, groups, nothing } from './act.ts'
import { fileParts, type Life } from './life.ts'

const columns = {
  has_names: true,
  number: 'Check',
  amount: 'Amount',
  paid_sign: 'plus',
  date: 'Date',
  date_form: 'YYYY-MM-DD',
} as const
const states = ['proposed', 'active'] as const
const [inBox, mostSkipped] = [500, 20]

function accounts(life: Life, ...wanted: readonly (typeof states)[number][]) {
  return life.db.selectFrom('bank_accounts').selectAll().where('state', 'in', wanted).orderBy('id', 'desc')
}

const propose: Act['take'] = async (life) => {
  const store = await life.one(
    life.db
      .selectFrom('dealerships as s')
      .leftJoin('account_dealerships as a', 'a.dealership_id', 's.id')
      .select(['s.id', 's.dealer_group_id'])
      .where('s.deleted_at', 'is', null)
      .where('a.dealership_id', 'is', null)
      .orderBy('s.id', 'desc'),
  )
  if (!store) return undefined
  const body = {
    dealer_group_id: store.dealer_group_id,
    name: `Operating ${life.next()}`,
    bank_name: 'First Harbor Bank',
    routing_number: '021200025',
    account_number: String(8_392_017_000 + life.next()),
    dealership_ids: [store.id],
    next_check_number: 1001,
    ...(life.chance(4) && { two_signers_above: 10_000 }),
    ...(life.chance(4) && { positive_pay: 'checks' as const }),
  }
  return life.by('admin', store.dealer_group_id, endpoints.create, { body })
}

/** Changes that a second person confirms, or that need no confirmation. */
const change = about(
  (life) => accounts(life, 'proposed', 'active'),
  'admin',
  endpoints.update,
  (life) => (life.chance(2) ? { limit_per_check: 2_000_000 + life.next() } : { bank_place: `Salem ${life.next()}` }),
)

/**
 * Previews a bank file that pays an account's issued checks, one with a different amount, and an unknown check. At times
 * takes back a payment.
 */
const previewClearing: Act['take'] = async (life) => {
  const read = accounts(life, 'active').where('clearing_columns', 'is not', null)
  const issued = life.db.selectFrom('checks').select('bank_account_id').where('state', '=', 'issued')
  const account = (await life.one(read.where('id', 'in', issued))) ?? (await life.one(read))
  if (!account) return undefined
  const checks = await life.some(
    life.db
      .selectFrom('checks')
      .select(['number', 'amount_cents', 'issued_on'])
      .where('bank_account_id', '=', account.id)
      .where('state', 'in', life.chance(4) ? ['signed', 'stopped'] : ['issued'])
      .orderBy('id', 'desc'),
    4,
  )
  const lines = checks.map(({ number, amount_cents, issued_on }) => {
    const cents = life.chance(5) ? amount_cents + 100 : amount_cents
    return `${number},${(cents / 100).toFixed(2)},${issued_on ?? life.today},`
  })
  const cleared = life.db.selectFrom('checks').select(['number', 'amount_cents', 'bank_paid_on'])
  const paid = life.chance(3)
    ? await life.one(cleared.where('bank_account_id', '=', account.id).where('state', '=', 'cleared'))
    : undefined
  if (paid) lines.push(`${paid.number},-${(paid.amount_cents / 100).toFixed(2)},${paid.bank_paid_on},RETURNED CHECK`)
  const text = ['Check,Amount,Date,Text', ...lines, `${880_000 + life.next()},10.00,${life.today},`].join('\n')
  const parts = await fileParts({ id: account.id }, { name: 'bank.csv', content: Buffer.from(text) })
  return life.by('processor', account.dealer_group_id, files.previewClearing, parts)
}

const confirmClearing: Act['take'] = async (life) => {
  const rows = life.db.selectFrom('clearing_files').selectAll().where('state', '=', 'read').orderBy('id', 'desc')
  const file = await life.one(rows)
  if (!file) return undefined
  const params = { id: file.bank_account_id, file: file.id }
  return life.by('processor', file.dealer_group_id, files.confirmClearing, { params, body: {} })
}

const clearedChecks = (life: Life) =>
  life.db.selectFrom('checks').selectAll().where('state', '=', 'cleared').orderBy('id', 'desc')

const checksToUndo = (life: Life) =>
  clearedChecks(life).where(
    'id',
    'in',
    life.db.selectFrom('undone_clearings').select('check_id').where('decided_at', 'is', null),
  )

/** Asks to undo a bank file, or decides on such a request. */
function undoFile(row: 'undoClearing' | 'confirmUndoClearing' | 'refuseUndoClearing'): Act['take'] {
  return async (life) => {
    const written = life.db.selectFrom('clearing_files').selectAll().where('state', '=', 'written')
    const isAsk = row === 'undoClearing'
    const file = await life.one(written.where('undo_asked', isAsk ? 'is' : 'is not', null).orderBy('id', 'desc'))
    if (!file) return undefined
    const params = { id: file.bank_account_id, file: file.id }
    const body = isAsk ? { reason: 'Wrong columns' } : {}
    return life.by('processor', file.dealer_group_id, files[row], { params, body: body as never })
  }
}

const openExceptions = (life: Life) =>
  life.db.selectFrom('check_exceptions').selectAll().where('resolved_at', 'is', null).orderBy('id', 'desc')

const openFiles = (life: Life) =>
  life.db.selectFrom('positive_pay_files').selectAll().where('answer', 'is', null).orderBy('id', 'desc')

const sentFiles = (life: Life) => openFiles(life).where('fetched_at', 'is not', null)

const boxes = (life: Life, state: 'received' | 'counted') =>
  life.db.selectFrom('stock_boxes').selectAll().where('state', '=', state).orderBy('id', 'desc')

/** Either the outcome of an exception or its assignee. */
async function resolution(life: Life, { dealer_group_id }: { readonly dealer_group_id: number }) {
  const [owner] = await life.players('processor', dealer_group_id)
  if (owner && life.chance(4)) return { owner_id: owner.id }
  return { note: 'The bank was right', ...(life.chance(3) && { bank_stands: true }) }
}

const receiveBox = about(
  (life) => accounts(life, 'active'),
  'processor',
  stock.receive,
  async (life, { id, dealer_group_id: group, next_check_number: next }) => {
    const last = await life.one(
      life.db
        .selectFrom('stock_boxes')
        .select('last_number')
        .where('bank_account_id', '=', id)
        .orderBy('last_number', 'desc'),
    )
    const first = Math.max(next + mostSkipped, (last?.last_number ?? 0) + 1)
    const [holder] = await life.players('processor', group)
    return {
      place: 'Safe',
      first_number: first,
      last_number: first + inBox - 1,
      ...(holder && { holder_id: holder.id }),
    }
  },
)

/** The accounts with checks not reported to the bank. */
const unsent = (life: Life) =>
  accounts(life, 'active')
    .where('positive_pay_template', 'is not', null)
    .where('id', 'in', life.db.selectFrom('untold_checks').select('bank_account_id'))

export const bankingActs: readonly Act[] = [
  { name: 'propose a bank account', weight: 12, take: propose },
  {
    name: 'confirm a bank account',
    weight: 40,
    take: about(
      (life) =>
        accounts(life, ...states).where((on) => on.or([on('state', '=', 'proposed'), on('waiting', 'is not', null)])),
      'admin',
      endpoints.confirm,
      () => ({}),
    ),
  },
  { name: 'change a bank account', weight: 5, take: change },
  {
    name: 'discard a bank account change',
    weight: 3,
    take: about(
      (life) => accounts(life, 'active').where('waiting', 'is not', null),
      'admin',
      endpoints.discard,
      nothing,
    ),
  },
  {
    name: 'close a bank account',
    weight: 1,
    take: about((life) => accounts(life, 'active'), 'admin', endpoints.close, nothing),
  },
  {
    name: 'save bank file formats',
    weight: 12,
    take: about(
      (life) => accounts(life, 'active'),
      'admin',
      files.saveForms,
      (life) => ({
        positive_pay_template: life.dice.pick(shippedTemplates).template,
        clearing_columns: columns,
      }),
    ),
  },
  {
    name: 'save bank file columns',
    weight: 2,
    take: about(
      (life) => accounts(life, 'active'),
      'processor',
      files.saveClearingColumns,
      () => ({ columns }),
    ),
  },
  { name: 'create a positive pay file', weight: 10, take: about(unsent, 'processor', files.makePositivePay, nothing) },
  {
    name: 'download a positive pay file',
    weight: 3,
    take: about(openFiles, 'processor', files.positivePayFile),
  },
  {
    name: 'record the bank’s response',
    weight: 8,
    take: about(sentFiles, 'processor', files.answerPositivePay, (life, { count, total_cents }) =>
      life.chance(4)
        ? { answer: 'refused' as const, reason: 'A wrong date' }
        : { answer: 'accepted' as const, count, total: total_cents / 100 },
    ),
  },
  { name: 'preview a bank file', weight: 14, take: previewClearing },
  { name: 'import a bank file', weight: 12, take: confirmClearing },
  {
    name: 'resolve an exception',
    weight: 10,
    take: about(openExceptions, 'processor', files.resolveException, resolution),
  },
  {
    name: 'ask to undo a clearing',
    weight: 3,
    take: about(clearedChecks, 'processor', files.unclear, () => ({ reason: 'Another check' })),
  },
  { name: 'undo a clearing', weight: 3, take: about(checksToUndo, 'processor', files.confirmUnclear, nothing) },
  { name: 'keep a clearing', weight: 1, take: about(checksToUndo, 'processor', files.refuseUnclear, nothing) },
  { name: 'ask to undo a bank file', weight: 2, take: undoFile('undoClearing') },
  { name: 'undo a bank file', weight: 3, take: undoFile('confirmUndoClearing') },
  { name: 'keep a bank file', weight: 1, take: undoFile('refuseUndoClearing') },
  { name: 'receive a check box', weight: 4, take: receiveBox },
  {
    name: 'count a check box',
    weight: 5,
    take: about(
      (life) => boxes(life, 'received'),
      'admin',
      stock.count,
      (_, { first_number, last_number }) => ({ first_number, last_number: last_number ?? first_number }),
    ),
  },
  {
    name: 'put a check box in use',
    weight: 3,
    take: about((life) => boxes(life, 'counted'), 'processor', stock.use, nothing),
  },
  {
    name: 'discard a check box',
    weight: 2,
    take: about((life) => boxes(life, 'received'), 'processor', stock.discard, nothing),
  },
  {
    name: 'save unclaimed property settings',
    weight: 1,
    take: about(groups, 'admin', endpoints.saveUnclaimed, () => ({
      holder_state: 'OR',
      rules: [{ state: 'OR', dormancy_months: 36, cutoff: '06-30', report: '11-01' }],
    })),
  },
]
