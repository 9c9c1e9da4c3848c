import { checkEndpoints as endpoints } from '@check-requests/domain/checks/endpoints.ts'
import { enteredCheckEndpoints as entered } from '@check-requests/domain/checks/entered/endpoints.ts'
import { leavingEndpoints } from '@check-requests/domain/checks/leaving/endpoints.ts'
import type { CheckState } from '@check-requests/domain/checks/lifecycle.ts'
import { attachmentEndpoints } from '@check-requests/domain/documents/attachments/endpoints.ts'
import type { Parts } from '../../server/src/testing/client.ts'
import { pngOf } from '../../server/src/testing/documents.ts'
import { type Act, about, nothing } from './act.ts'
import { fileParts, type Life } from './life.ts'
import { accounts, printable } from './printing.ts'

function checksIn(life: Life, ...states: CheckState[]) {
  return life.db.selectFrom('checks').selectAll().where('state', 'in', states).orderBy('id', 'desc')
}

const enterManual: Act['take'] = async (life) => {
  const account = await life.one(accounts(life))
  const request = account && (await life.one(printable(life, account.id)))
  const body = { bank_account_id: account?.id ?? 0, check_request_id: request?.id ?? 0 }
  return request && life.by('processor', request.dealer_group_id, entered.manual, { body })
}

const enterOpening: Act['take'] = async (life) => {
  const account = await life.one(accounts(life))
  const body = {
    bank_account_id: account?.id ?? 0,
    number: 100 + life.next(),
    check_date: '2026-01-02',
    payee_name: 'Old Paint',
    amount: 77.25,
  }
  return account && life.by('processor', account.dealer_group_id, entered.opening, { body })
}

const sign: Act['take'] = async (life) => {
  const found = await life.some(checksIn(life, 'printed'), 3)
  const [one] = found
  const ids = found.filter((check) => check.dealer_group_id === one?.dealer_group_id).map(({ id }) => id)
  return one && life.by('approver', one.dealer_group_id, endpoints.sign, { body: { check_ids: ids } })
}

/** The signed checks that are ready to be mailed or picked up. */
function ready(life: Life, kind: 'carrier' | 'pickup' = 'pickup') {
  return life.db
    .selectFrom('checks')
    .innerJoin('check_requests as r', 'r.id', 'checks.check_request_id')
    .innerJoin('delivery_methods as m', 'm.id', 'r.delivery_method_id')
    .selectAll('checks')
    .where('m.kind', kind === 'carrier' ? '=' : '<>', 'carrier')
    .where('checks.state', '=', 'signed')
    .where('r.status_id', '=', 6)
    .where('r.held_by_id', 'is', null)
    .orderBy('checks.id', 'desc')
}

const mail: Act['take'] = async (life) => {
  const found = await life.some(ready(life, 'carrier'), 3)
  const [one] = found
  const checks = found
    .filter((check) => check.dealer_group_id === one?.dealer_group_id)
    .map(({ id }) => ({ check_id: id, tracking_number: `9400 ${life.next()}` }))
  return one && life.by('processor', one.dealer_group_id, leavingEndpoints.mail, { body: { checks } })
}

const taken = {
  kind: 'picked up',
  receiver: 'Ada Lovelace',
  identification: 'Passport',
  identification_last4: '4711',
  signature: [[[1, 2]]],
} satisfies Parts<typeof endpoints.handOver>['body']

/** The recipient of a check: the payee or a user. */
async function receiving(life: Life, { dealer_group_id }: { readonly dealer_group_id: number }) {
  const [user] = await life.players('admin', dealer_group_id)
  return user && life.chance(3) ? { ...taken, receiver_user_id: user.id } : taken
}

const again = (life: Life) => ({
  reason: 'Lost in the mail',
  request_status: life.chance(5) ? ('rejected' as const) : ('approved' as const),
})

const voidSigned: Act['take'] = async (life) => {
  const check = await life.one(checksIn(life, 'signed', 'issued').where('check_request_id', 'is not', null))
  if (!check?.check_request_id) return undefined
  const documents = life.db
    .selectFrom('attachments')
    .select('id')
    .where('check_request_id', '=', check.check_request_id)
    .where('removed_at', 'is', null)
    .orderBy('id', 'desc')
  const picture = await fileParts({ id: check.check_request_id }, { name: 'defaced.png', content: pngOf(2, 2) })
  if (!(await life.one(documents)))
    await life.by('processor', check.dealer_group_id, attachmentEndpoints.attach, picture)
  const document = await life.one(documents)
  const body = { ...again(life), ...(document && { attachment_id: document.id }) }
  return life.by('processor', check.dealer_group_id, endpoints.void, { params: { id: check.id }, body })
}

const waitsForVoid = (life: Life) => checksIn(life, 'signed', 'issued').where('void_asked', 'is not', null)
const stoppedWithoutBank = (life: Life) => checksIn(life, 'stopped').where('stop_number', 'is', null)
const waitsAsEntered =
  (...kinds: readonly ('manual' | 'opening')[]) =>
  (life: Life) =>
    checksIn(life, 'reserved').where('kind', 'in', kinds)

/** The voided, stopped, and spoiled checks whose requests wait for a replacement. */
const reissuable = (life: Life) =>
  checksIn(life, 'voided', 'stopped', 'spoiled')
    .where((on) => on.or([on('state', '<>', 'stopped'), on('stop_number', 'is not', null)]))
    .where('check_request_id', 'in', life.db.selectFrom('check_requests').select('id').where('status_id', '=', 3))
/** The checks with a requested exception that isn't decided yet. */
const exceptional = (life: Life) =>
  ready(life).where('checks.exception_asked', 'like', '%"allowed":null,"refused":null%')
const stopNumber = (life: Life) => ({ confirmation_number: `SP-${life.next()}`, fee: 30 })

const stop: Act['take'] = about(
  (life) => checksIn(life, 'printed', 'signed', 'issued'),
  'processor',
  endpoints.stop,
  (life, { state }) => ({ ...again(life), ...(state === 'printed' && { confirmation_number: `SP-${life.next()}` }) }),
)

export const checkActs: readonly Act[] = [
  { name: 'enter a manual check', weight: 8, take: enterManual },
  { name: 'enter an opening check', weight: 4, take: enterOpening },
  {
    name: 'confirm an entered check',
    weight: 12,
    take: about(waitsAsEntered('opening'), 'admin', entered.confirm, nothing),
  },
  {
    name: 'confirm a manual check',
    weight: 12,
    take: about(waitsAsEntered('manual'), 'approver', entered.confirm, nothing),
  },
  {
    name: 'discard an entered check',
    weight: 3,
    take: about(waitsAsEntered('manual', 'opening'), 'processor', entered.discard, (life) => ({
      reason: 'Mistyped',
      number: life.dice.pick(['spoiled', 'free'] as const),
    })),
  },
  { name: 'sign', weight: 80, take: sign },
  { name: 'mail', weight: 40, take: mail },
  {
    name: 'hand over',
    weight: 30,
    take: about((life) => ready(life), 'processor', endpoints.handOver, receiving),
  },
  {
    name: 'request an exception',
    weight: 10,
    take: about(
      (life) => ready(life),
      'processor',
      endpoints.askException,
      async (life, { check_request_id }) => {
        const request = await life.one(
          life.db.selectFrom('check_requests').select('requester_id').where('id', '=', check_request_id),
        )
        return {
          reason: 'It is driving to the auction today',
          ...(request && { receiver_user_id: request.requester_id }),
        }
      },
    ),
  },
  { name: 'allow an exception', weight: 8, take: about(exceptional, 'approver', endpoints.allowException, nothing) },
  {
    name: 'refuse an exception',
    weight: 8,
    take: about(exceptional, 'approver', endpoints.refuseException, () => ({ reason: 'Mail it' })),
  },
  {
    name: 'withdraw an exception',
    weight: 6,
    take: about(exceptional, 'processor', endpoints.takeBackException, nothing),
  },
  {
    name: 'void before signing',
    weight: 8,
    take: about((life) => checksIn(life, 'printed'), 'processor', endpoints.void, again),
  },
  { name: 'request a void', weight: 2, take: voidSigned },
  { name: 'confirm a void', weight: 20, take: about(waitsForVoid, 'approver', endpoints.agreeToVoid, nothing) },
  { name: 'stop a payment', weight: 35, take: stop },
  {
    name: 'confirm a stop payment',
    weight: 40,
    take: about(stoppedWithoutBank, 'approver', endpoints.confirmStop, stopNumber),
  },
  {
    name: 'renew a stop payment',
    weight: 4,
    take: about(
      (life) => checksIn(life, 'stopped').where('stop_number', 'is not', null),
      'processor',
      endpoints.renewStop,
      stopNumber,
    ),
  },
  {
    name: 'reissue',
    weight: 40,
    take: about(reissuable, 'processor', endpoints.reissue, nothing),
  },
]
