import type { HandOverInput } from '@check-requests/domain/checks/hand-over.ts'
import { commit } from '../../platform/commit.ts'
import type { Services } from '../../services.ts'
import type { Command } from '../../access/sessions/queries/command.ts'
import { issueCheck } from './issue.ts'
import { loadCheck } from './load.ts'

/** Records to whom a check is handed over, or that it is mailed; its request is completed. Returns the check's id. */
export function handOver(
  services: Services,
  { caller, repeatable }: Command,
  id: number,
  { version, ...input }: HandOverInput,
): Promise<number> {
  return commit(services, repeatable, async (unit) => {
    await issueCheck(unit, caller, await loadCheck(unit, caller, id, version), input)
    return id
  })
}
