import {
  type AuditorReply,
  auditorEndpoints as endpoints,
  refusalToAudit,
} from '@check-requests/domain/people/auditors/endpoints.ts'
import { type AuditorRow, findAuditor, listAuditors } from '../../access/accounts/queries/auditors.ts'
import { listPeople } from '../../access/accounts/queries/people.ts'
import type { Authenticated } from '../../access/sessions/guard.ts'
import { notFound } from '../../platform/errors.ts'
import type { Api } from '../../platform/http/api.ts'
import type { Services } from '../../services.ts'
import { confirmAuditor, drawSample, endAuditor, proposeAuditor } from './commands/auditors.ts'

export function registerAuditors(api: Api<Authenticated>, services: Services): void {
  const { read } = services.database
  const one = async (id: number) => {
    const auditor = await findAuditor(read, id)
    if (!auditor) throw notFound('auditor')
    return presentAuditor(auditor)
  }
  api.on(endpoints.list, async ({ caller }) => {
    const groupId = caller.scope.dealerGroupId
    const auditors = (await listAuditors(read, groupId)).map(presentAuditor)
    const held = new Set(auditors.map(({ user }) => user.id))
    const candidates = (await listPeople(read, groupId)).flatMap((person) => {
      const { userId: id, name, scope } = person
      const isOut = held.has(id) || id === caller.userId || refusalToAudit({ ...person, level: scope.level })
      return isOut || scope.dealerGroupId === null ? [] : [{ id, name, dealer_group_id: scope.dealerGroupId }]
    })
    return { message: 'Auditors', data: { auditors, candidates } }
  })
  api.on(endpoints.create, async ({ caller, repeatable, body }) => ({
    message: 'Auditor access requested',
    data: await one(await proposeAuditor(services, { caller, repeatable }, body.user_id)),
  }))
  api.on(endpoints.confirm, async ({ caller, repeatable, params, body }) => ({
    message: 'Auditor access change confirmed',
    data: await one(await confirmAuditor(services, { caller, repeatable }, params.id, body.version)),
  }))
  api.on(endpoints.end, async ({ caller, repeatable, params, body }) => ({
    message: 'End of auditor access requested',
    data: await one(await endAuditor(services, { caller, repeatable }, params.id, body.version)),
  }))
  api.on(endpoints.sample, async ({ caller, repeatable, body }) => drawSample(services, { caller, repeatable }, body))
}

function presentAuditor(row: AuditorRow): AuditorReply {
  const { id, version, dealer_group_id, user_id, state, asked_by_id, asked_by_name, asked_at, confirmed_at } = row
  const { confirmed_by_id, confirmed_by_name } = row
  return {
    id,
    version,
    dealer_group_id,
    state,
    asked_at,
    confirmed_at,
    user: { id: user_id, name: `${row.first_name} ${row.last_name}` },
    asked_by: { id: asked_by_id, name: asked_by_name },
    confirmed_by: confirmed_by_id === null ? null : { id: confirmed_by_id, name: confirmed_by_name ?? 'Unknown user' },
  }
}
