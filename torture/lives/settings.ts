import { identityProviderEndpoints as providers } from '@check-requests/domain/access/identity-providers/endpoints.ts'
import { delegationEndpoints as delegations } from '@check-requests/domain/approvals/delegations/endpoints.ts'
import { approvalEndpoints as approvals } from '@check-requests/domain/approvals/endpoints.ts'
import { accountingEndpoints as accounting } from '@check-requests/domain/books/accounting/endpoints.ts'
import { journalEndpoints as journal } from '@check-requests/domain/books/journal/endpoints.ts'
import { usualTemplate } from '@check-requests/domain/books/journal/template.ts'
import { requirementEndpoints as demands } from '@check-requests/domain/check-requests/required/endpoints.ts'
import { importEndpoints as imports } from '@check-requests/domain/operation/imports/endpoints.ts'
import { organizationEndpoints as organization } from '@check-requests/domain/organization/endpoints.ts'
import { auditorEndpoints as auditors } from '@check-requests/domain/people/auditors/endpoints.ts'
import { controlEndpoints as controls } from '@check-requests/domain/people/controls/endpoints.ts'
import { addMonths } from '@check-requests/domain/values/calendar-date.ts'
import { type Act, about, groups, nothing } from './act.ts'
import type { Life } from './life.ts'

const anyone = { anyone_in_scope: true }
const approverRole = 3 as const

const drafts = (life: Life) =>
  life.db
    .selectFrom('approval_policy_drafts')
    .select(['dealer_group_id as id', 'dealer_group_id', 'version'])
    .orderBy('dealer_group_id', 'desc')

const titles = (life: Life) => life.db.selectFrom('approval_titles').selectAll().orderBy('id', 'desc')
const changes = (life: Life) =>
  life.db.selectFrom('control_changes').selectAll().where('outcome', 'is', null).orderBy('id', 'desc')
const ledger = (life: Life) => life.db.selectFrom('ledger_accounts').selectAll().orderBy('id', 'desc')
const journals = (life: Life) => groups(life).where('journal_begins_on', 'is not', null)
const rights = (life: Life, ...states: ('proposed' | 'active' | 'ending')[]) =>
  life.db.selectFrom('auditors').selectAll().where('state', 'in', states).orderBy('id', 'desc')
const linked = (life: Life, ...states: ('proposed' | 'active')[]) =>
  life.db.selectFrom('identity_providers').selectAll().where('state', 'in', states).orderBy('id', 'desc')

const saveDraft: Act['take'] = about(groups, 'admin', approvals.saveDraft, async (life, { id }) => {
  const draft = await life.one(drafts(life).where('dealer_group_id', '=', id))
  const title = await life.one(titles(life).where('dealer_group_id', '=', id).where('is_active', '=', 1))
  const byTitle = title && life.chance(3) ? { approval_title_ids: [title.id] } : anyone
  const large = {
    name: 'Large',
    conditions: { amount_from: life.dice.pick([1000, 20_000, 50_000]) },
    steps: [
      { name: 'First', approvers: byTitle },
      { name: 'Second', approvers: anyone, needed: life.dice.pick([1, 2]) },
    ],
    hurry: { remind_after: 4 },
  }
  return {
    rules: life.chance(3) ? [] : [large],
    otherwise: { steps: [{ name: 'Approval', approvers: anyone }] },
    ...(draft && { version: draft.version }),
  }
})

const standIn: Act['take'] = async (life) => {
  const group = await life.one(groups(life))
  const [from, to] = (await life.players('approver', group?.id ?? 0)).filter((one) => one.group === group?.id)
  const body = { to_id: to?.id ?? 0, starts_on: life.today, ends_on: life.inDays(14), reason: 'Vacation' }
  if (!from || !to) return undefined
  return life.chance(3)
    ? life.by('admin', from.group, delegations.create, { body: { ...body, from_id: from.id } })
    : life.ask(from, delegations.create, { body })
}

const holdTitle: Act['take'] = async (life) => {
  const title = await life.one(titles(life))
  const [holder] = (await life.players('approver', title?.dealer_group_id ?? 0)).filter(({ group }) => group !== null)
  const parts = { params: { id: holder?.id ?? 0 }, body: { titles: [{ approval_title_id: title?.id ?? 0 }] } }
  return title && holder && life.by('admin', title.dealer_group_id, approvals.holdTitles, parts)
}

const askForAuditor: Act['take'] = async (life) => {
  const held = (await life.db.selectFrom('auditors').select('user_id').execute()).map(({ user_id }) => user_id)
  const players = await life.players('approver', null)
  const one = players.find(({ id, email }) => email.startsWith('new-') && !held.includes(id))
  return one && life.by('admin', one.group, auditors.create, { body: { user_id: one.id } })
}

const drawSample: Act['take'] = async (life) => {
  const right = await life.one(rights(life, 'active'))
  const players = (await life.players('approver', right?.dealer_group_id ?? 0)).filter(
    ({ id }) => id === right?.user_id,
  )
  const body = { seed: 'November', count: 1, from: life.inDays(-360), to: life.today }
  return players.length > 0 ? life.first(players, auditors.sample, { body }) : undefined
}

const closeMonth: Act['take'] = async (life) => {
  const group = await life.one(journals(life))
  const last = group?.journal_closed_through
  const month = (last ? addMonths(`${last.slice(0, 7)}-01`, 1) : (group?.journal_begins_on ?? '')).slice(0, 7)
  if (!group || month >= life.today.slice(0, 7)) return undefined
  return life.by('admin', group.id, journal.close, { params: { id: group.id }, body: { month } })
}

const accountNumber = (life: Life) => `4${String(life.next()).padStart(4, '0')}`

const policyActs: readonly Act[] = [
  { name: 'draft a policy', weight: 6, take: saveDraft },
  {
    name: 'publish a policy',
    weight: 8,
    take: about(drafts, 'admin', approvals.publish, (_, { version }) => ({ note: 'As agreed', version })),
  },
  {
    name: 'discard a policy draft',
    weight: 1,
    take: about(drafts, 'admin', approvals.discardDraft, (_, { version }) => ({ version })),
  },
  { name: 'test a policy on past requests', weight: 1, take: about(groups, 'admin', approvals.tryHistory, nothing) },
  {
    name: 'add an approval title',
    weight: 3,
    take: about(groups, 'admin', approvals.createTitle, (life, { id }) => ({
      dealer_group_id: id,
      name: `Title ${life.next()}`,
    })),
  },
  {
    name: 'change an approval title',
    weight: 1,
    take: about(titles, 'admin', approvals.updateTitle, (life) => ({
      name: `Title ${life.next()}`,
      is_active: !life.chance(3),
    })),
  },
  { name: 'assign a title', weight: 4, take: holdTitle },
  { name: 'add a delegation', weight: 4, take: standIn },
  {
    name: 'end a delegation',
    weight: 2,
    take: about(
      (life) => life.db.selectFrom('delegations').selectAll().orderBy('id', 'desc'),
      'admin',
      delegations.remove,
    ),
  },
]

const groupActs: readonly Act[] = [
  {
    name: 'change group settings',
    weight: 3,
    take: about(groups, 'admin', organization.updateGroup, (life) => ({
      settings: {
        separation_of_duties: !life.chance(3),
        account_confirmation: !life.chance(3),
        custody: !life.chance(3),
        idle_hours: life.dice.pick([24, 72]),
      },
    })),
  },
  {
    name: 'change local settings',
    weight: 2,
    take: about(groups, 'admin', organization.updateLocalSettings, (life) => ({
      time_zone: life.dice.pick(['UTC', 'America/Chicago', 'Pacific/Honolulu']),
      holidays: [{ date: life.inDays(30), name: 'Holiday' }],
      mail_text: `Text ${life.next()}`,
    })),
  },
  {
    name: 'change second-factor rules',
    weight: 1,
    take: about(groups, 'admin', organization.updateSecondFactorRules, (life) => ({
      ...(life.chance(2) ? { roles: [approverRole], from: '2046-01-01' } : { roles: [], from: null }),
      approve_above: life.chance(2) ? null : 500_000 + life.next(),
    })),
  },
  {
    name: 'save required fields',
    weight: 3,
    take: about(groups, 'admin', demands.save, (life) => ({
      purposes: life.chance(3)
        ? []
        : [
            {
              purpose_id: 1,
              demands: [{ item: life.dice.pick(['vin', 'invoice-number'] as const), level: 'must' as const }],
            },
          ],
    })),
  },
  {
    name: 'confirm a control change',
    weight: 12,
    take: about(changes, 'admin', controls.confirm, (_, { version }) => ({ version })),
  },
  {
    name: 'stop a control change',
    weight: 2,
    take: about(changes, 'admin', controls.stop, (_, { version }) => ({ version })),
  },
  { name: 'request auditor access', weight: 16, take: askForAuditor },
  {
    name: 'confirm auditor access',
    weight: 20,
    take: about((life) => rights(life, 'proposed', 'ending'), 'admin', auditors.confirm, nothing),
  },
  {
    name: 'end auditor access',
    weight: 1,
    take: about((life) => rights(life, 'proposed', 'active'), 'admin', auditors.end, nothing),
  },
  { name: 'draw a sample', weight: 2, take: drawSample },
  {
    name: 'propose a provider',
    weight: 2,
    take: about(groups, 'admin', providers.create, (life, { id }) => ({
      dealer_group_id: id,
      name: 'Directory',
      issuer: 'https://login.example',
      client_id: 'checks',
      client_secret: 'secret',
      domains: [`d${life.next()}.example`],
      trusts_email: true,
    })),
  },
  {
    name: 'confirm a provider',
    weight: 3,
    take: about((life) => linked(life, 'proposed'), 'admin', providers.confirm, nothing),
  },
  {
    name: 'end a provider',
    weight: 2,
    take: about((life) => linked(life, 'proposed', 'active'), 'admin', providers.end, nothing),
  },
]

const bookActs: readonly Act[] = [
  {
    name: 'add a ledger account',
    weight: 5,
    take: about(groups, 'admin', accounting.create, (life, { id }) => ({
      dealer_group_id: id,
      number: accountNumber(life),
      name: 'Supplies',
    })),
  },
  {
    name: 'change a ledger account',
    weight: 2,
    take: about(ledger, 'admin', accounting.update, (life) => ({
      name: `Supplies ${life.next()}`,
      is_active: !life.chance(4),
    })),
  },
  {
    name: 'save default accounts',
    weight: 1,
    take: about(groups, 'admin', accounting.saveDefaults, async (life, { id }) => {
      const account = await life.one(ledger(life).where('dealer_group_id', '=', id).where('is_active', '=', 1))
      return { defaults: account ? [{ purpose_id: 1, dealership_id: null, account: account.number }] : [] }
    }),
  },
  {
    name: 'import ledger accounts',
    weight: 2,
    take: about(groups, 'admin', imports.accounts, (life, { id }) => ({
      dealer_group_id: id,
      csv: `Number,Name,Active\n${accountNumber(life)},Parts,Yes\n`,
    })),
  },
  {
    name: 'set up the journal',
    weight: 10,
    take: about(groups, 'admin', journal.save, (life, { journal_begins_on: day }) => ({
      begins_on: day ?? life.today,
      template: { ...usualTemplate },
    })),
  },
  {
    name: 'export the journal',
    weight: 12,
    take: about(journals, 'admin', journal.makeExport, (life) => ({ up_to: life.inDays(-1) })),
  },
  {
    name: 'close a month',
    weight: 3,
    take: closeMonth,
  },
]

export const settingActs: readonly Act[] = [...policyActs, ...groupActs, ...bookActs]
