import { type Action, mayDo, mayRole, onlyOwn, permissions, refusalToAct } from '../access/permissions.ts'
import type { RoleName } from '../access/roles.ts'
import { allAccessLevels } from '../access/scope.ts'
import { type StatusId, statuses, statusOf } from '../check-requests/lifecycle.ts'

// Handwritten from R002, R016, R148 to R151, R188 to R191, R201, A4, A12 to A14, A20. `any`: every request in scope.
// `own`: only the user's own requests. A dash: never. `at`: the allowed statuses. `level`: the allowed access levels, 0
// for super admins.
const table = `
action                          admin  requester  approver  processor  at         level
session.use                     any    any        any       any        123456789  0123
check-requests.read             any    own        any       any        123456789  0123
check-requests.create           any    any        -         -          123456789  0123
check-requests.edit             any    own        -         -          9          0123
check-requests.delete           -      own        -         -          1          0123
check-requests.change-status    -      own        any       any        123456789  0123
check-requests.change-priority  -      own        -         -          1234569    0123
check-requests.update-delivery  -      -          -         any        6          0123
check-requests.hold             any    -          any       any        3456       0123
check-requests.divert           -      -          any       -          3456       0123
check-requests.pay-though-alike -      -          any       -          3          0123
check-requests.route-anew       any    -          -         -          12         01
attachments.add                 any    own        any       any        123456789  0123
readings.repeat                 any    -          -         -          123456789  0123
comments.write                  any    own        any       any        123456789  0123
check-numbers.read              -     -          -         any    123456789  0123
check-number-clashes.read       any    -          -         -          123456789  0123
duplicates.read                 any    any        any       any        123456789  0123
views.read                      any    any        any       any        123456789  0123
views.write                     any    any        any       any        123456789  0123
views.share                     any    -          any       any        123456789  0123
views.delete-shared             any    -          -         -          123456789  01
inbox.read                      any    any        any       any        123456789  0123
jobs.read                       any    -          -         -          123456789  0
jobs.run                        any    -          -         -          123456789  0
organisation.read               any    any        any       any        123456789  0123
organisation.write              any    -          -         -          123456789  0123
departments.delete              any    -          -         -          123456789  012
dealer-groups.write             any    -          -         -          123456789  0
local-settings.write            any    -          -         -          123456789  01
installation.read               any    -          -         -          123456789  0
installation.test               any    -          -         -          123456789  0
installation.confirm            any    -          -         -          123456789  0
choices.write                   any    -          -         -          123456789  0
users.read                      any    -          -         -          123456789  0123
users.write                     any    -          -         -          123456789  0123
controls.read                   any    -          -         -          123456789  01
controls.decide                 any    -          -         -          123456789  01
account-confirmations.read      any    any        any       any        123456789  0123
account-confirmations.decide    any    -          any       -          123456789  0123
audit.read                      any    -          -         -          123456789  01
approvers.read                  any    any        any       any        123456789  0123
approval-policy.read            any    -          -         -          123456789  01
approval-policy.write           any    -          -         -          123456789  01
payees.read                     any    -          any       any        123456789  0123
payees.write                    any    -          -         -          123456789  01
payees.verify                   any    -          -         -          123456789  01
demands.write                   any    -          -         -          123456789  01
accounting.write                any    -          -         -          123456789  01
journal.read                    any    -          -         -          123456789  01
journal.write                   any    -          -         -          123456789  01
bank-accounts.read              any    -          any       any        123456789  0123
bank-accounts.write             any    -          -         -          123456789  01
stock-boxes.write               any    -          -         any        123456789  0123
checks.read                     any    -          any       any        123456789  0123
checks.print                    any    -          any       any        123456789  0123
checks.sign                     any    -          any       any        123456789  0123
checks.reconcile                any    -          any       any        123456789  0123
checks.hand-over                -      -          -         any        123456789  0123
checks.allow-exception          -      -          any       any        123456789  0123
checks.void                     -      -          -         any        123456789  0123
checks.agree-to-void            any    -          any       any        123456789  0123
checks.look-into                any    -          -         -          123456789  0123
checks.confirm-entered          any    -          any       any        123456789  0123
auditors.read                   any    -          -         -          123456789  01
auditors.write                  any    -          -         -          123456789  01
identity-providers.read         any    -          -         -          123456789  01
identity-providers.write        any    -          -         -          123456789  01
tokens.read                     any    any        any       any        123456789  0123
tokens.write                    any    any        any       any        123456789  0123
webhooks.read                   any    -          -         -          123456789  01
webhooks.write                  any    -          -         -          123456789  01
incoming-mail.read              any    -          -         -          123456789  01
incoming-mail.write             any    -          -         -          123456789  01
check-samples.draw              -      -          -         -          123456789  01
delegations.read                any    -          any       -          123456789  0123
delegations.write               any    -          any       -          123456789  0123
recurring-requests.read         any    own        -         -          123456789  0123
recurring-requests.write        any    own        -         -          123456789  0123
`

// Handwritten from decision 101: the rights that every auditor has, and the rights that auditors keep from their role.
const ofEachAuditor = ['audit.read', 'check-samples.draw']
const remainsWithAuditors = /^session\.use$|\.read$/

const roleNames: readonly RoleName[] = ['admin', 'requester', 'approver', 'processor']
const caller = 7
const someoneElse = 8

/** A row of the handwritten table of rights. */
export interface RightByHand {
  readonly action: Action
  readonly at: string
  readonly level: string
  readonly reach: Readonly<Record<RoleName, string>>
}

export const rightsByHand: readonly RightByHand[] = table
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => {
    const [action, admin = '', requester = '', approver = '', processor = '', at = '', level = ''] = line.split(/\s+/)
    return { action: action as Action, at, level, reach: { admin, requester, approver, processor } }
  })

/** The differences between the rules and the handwritten table, one sentence each. */
export function wrongRights(): string[] {
  const [known, written] = [Object.keys(permissions).sort(), rightsByHand.map((row) => row.action).sort()]
  const unwritten = known.join() === written.join() ? [] : [`The actions are ${known.join(', ')}.`]
  return [
    ...unwritten,
    ...rightsByHand.flatMap((row) => [...wrongStatuses(row), ...wrongReach(row), ...wrongLevels(row)]),
  ]
}

function wrongStatuses(row: RightByHand): string[] {
  const cases = roleNames.flatMap((role) =>
    statuses.flatMap(({ id }) => [true, false].map((own) => ({ role, id, own }))),
  )
  return cases
    .filter(({ role, id, own }) => decided(row.action, role, id, own) !== expected(row, role, id, own))
    .map(({ role, id, own }) => `${row.action} by ${role} at ${id}, own: ${own}`)
}

function expected(row: RightByHand, role: RoleName, status: StatusId, own: boolean): string {
  const reach = row.reach[role]
  if (reach === '-' || (reach === 'own' && !own)) return 'forbidden'
  return row.at.includes(String(status)) ? 'allowed' : 'conflict'
}

function decided(action: Action, role: RoleName, status: StatusId, own: boolean): string {
  const request = { requesterId: own ? caller : someoneElse, status: statusOf(status).name }
  return refusalToAct(action, { userId: caller, role }, request)?.kind ?? 'allowed'
}

function wrongReach({ action, reach }: RightByHand): string[] {
  return roleNames
    .filter(
      (role) => mayRole(role, action) !== (reach[role] !== '-') || onlyOwn(role, action) !== (reach[role] === 'own'),
    )
    .map((role) => `${action} by ${role}`)
}

function wrongLevels({ action, level, reach }: RightByHand): string[] {
  const mayAudit = (inReach: boolean) => ofEachAuditor.includes(action) || (inReach && remainsWithAuditors.test(action))
  return roleNames.flatMap((role) =>
    allAccessLevels.flatMap((one) => {
      const [inReach, onLevel] = [reach[role] !== '-', level.includes(String(one))]
      return [
        ...(mayDo({ role, level: one }, action) === (onLevel && inReach)
          ? []
          : [`${action} by ${role} at level ${one}`]),
        ...(mayDo({ role, level: one, audits: true }, action) === (onLevel && mayAudit(inReach))
          ? []
          : [`${action} by an auditor, otherwise ${role}, at level ${one}`]),
      ]
    }),
  )
}
