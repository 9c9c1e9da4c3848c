import { attachmentEndpoints as attachments } from '@check-requests/domain/documents/attachments/endpoints.ts'
import { importEndpoints as imports } from '@check-requests/domain/operation/imports/endpoints.ts'
import { payeeEndpoints as endpoints } from '@check-requests/domain/payees/endpoints.ts'
import { pngOf } from '../../server/src/testing/documents.ts'
import { type Act, about, groups } from './act.ts'
import { fileParts, type Life } from './life.ts'

type PayeeState = 'new' | 'verified' | 'blocked'

function payees(...states: PayeeState[]) {
  return (life: Life) =>
    life.db
      .selectFrom('payees')
      .selectAll()
      .where('state', 'in', states)
      .where('merged_into_id', 'is', null)
      .orderBy('id', 'desc')
}

const merge = about(payees('new', 'verified'), 'admin', endpoints.merge, async (life, { id, dealer_group_id }) => {
  const others = payees('new', 'verified')(life).where('dealer_group_id', '=', dealer_group_id).where('id', '<>', id)
  const other = (await life.one(others))?.id ?? id
  return { into_id: other, address_of: life.dice.pick([id, other]) }
})

const addTaxForm: Act['take'] = async (life) => {
  const payee = await life.one(payees('new', 'verified')(life))
  const parts = payee && (await fileParts({ id: payee.id }, { name: 'w9.png', content: pngOf(2, 2) }))
  return parts && life.by('admin', payee.dealer_group_id, attachments.attachToPayee, parts)
}

const taxForms = (life: Life) =>
  life.db
    .selectFrom('attachments as a')
    .innerJoin('payees as p', 'p.id', 'a.payee_id')
    .select(['a.id', 'p.dealer_group_id'])
    .where('a.removed_at', 'is', null)
    .orderBy('a.id', 'desc')

const csv = (life: Life) =>
  `Name,Type,Sub Type,Address,Email,Phone,Usual Purpose,Note\nImported ${life.next()},Business,Vendor,"1 Dock St",,,,\n`

export const payeeActs: readonly Act[] = [
  {
    name: 'save payee settings',
    weight: 6,
    take: about(groups, 'admin', endpoints.saveSettings, (life) => ({
      payee_list: life.dice.pick(['on', 'on', 'off'] as const),
      purposes: life.chance(2) ? [{ purpose_id: 1, verified_needed: 'before printing' as const }] : [],
    })),
  },
  {
    name: 'add a payee',
    weight: 8,
    take: about(
      (life) => groups(life).where('payee_list', '=', 1),
      'admin',
      endpoints.create,
      (life, { id }) => ({
        dealer_group_id: id,
        name: life.chance(3) ? `Vendor ${life.dice.below(8)} of Salem` : `Payee ${life.next()}`,
        payee_type: 'business' as const,
        payee_sub_type: 'vendor' as const,
        address: '1200 Dock Street\nAstoria, OR 97103',
        is_separate: true,
        default_purpose_id: life.chance(2) ? 1 : null,
      }),
    ),
  },
  {
    name: 'edit a payee',
    weight: 4,
    take: about(payees('new', 'verified'), 'admin', endpoints.update, (life) => ({
      note: `Note ${life.next()}`,
      ...(life.chance(2) && { address: `${life.next()} Main Street\nSalem, OR 97301` }),
    })),
  },
  {
    name: 'verify a payee',
    weight: 30,
    take: about(payees('new'), 'admin', endpoints.verify, () => ({ how: 'By phone' })),
  },
  {
    name: 'block a payee',
    weight: 3,
    take: about(payees('new', 'verified'), 'admin', endpoints.block, () => ({ reason: 'Invoices without goods' })),
  },
  {
    name: 'unblock a payee',
    weight: 3,
    take: about(payees('blocked'), 'admin', endpoints.unblock, () => ({ reason: 'It was a mistake' })),
  },
  { name: 'merge payees', weight: 5, take: merge },
  {
    name: 'save a tax form',
    weight: 3,
    take: about(payees('new', 'verified'), 'admin', endpoints.saveTaxForm, (life) => ({
      received_on: life.today,
      legal_name: `Harbor ${life.next()}, Inc.`,
      number_kind: 'EIN' as const,
      tax_class: 'C corporation' as const,
      box_1099: 'None' as const,
    })),
  },
  { name: 'add a W-9 document', weight: 1, take: addTaxForm },
  { name: 'remove a W-9 document', weight: 1, take: about(taxForms, 'admin', attachments.remove) },
  {
    name: 'preview a payee import',
    weight: 1,
    take: about(groups, 'admin', imports.previewPayees, (life, { id }) => ({ dealer_group_id: id, csv: csv(life) })),
  },
  {
    name: 'import payees',
    weight: 3,
    take: about(
      (life) => groups(life).where('payee_list', '=', 1),
      'admin',
      imports.payees,
      (life, { id }) => ({ dealer_group_id: id, csv: csv(life) }),
    ),
  },
]
