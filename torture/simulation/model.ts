import type { StatusId } from '@check-requests/domain/check-requests/lifecycle.ts'
import { rightsByHand } from '@check-requests/domain/testing/rights-by-hand.ts'
import { isBarredByHand, markOf } from '@check-requests/domain/testing/transitions-by-hand.ts'
import { sees } from '../../server/src/testing/matrix.ts'
import type { PersonName, PlaceName, RoleWord } from '../../server/src/testing/organization.ts'

/** A person in one of their roles. */
export interface Player {
  readonly name: PersonName
  readonly role: RoleWord
}

/** The model of a request, updated only by successful commands. */
export interface ModelRequest {
  readonly id: number
  readonly place: PlaceName
  readonly requester: PersonName
  readonly raised: ReadonlySet<PersonName>
  readonly edited: Set<PersonName>
  readonly approved: Set<PersonName>
  status: StatusId
  version: number
  cents: number
  holder: PersonName | undefined
}

/** A command about a request. `version` is the version in the call, and `to` is a transition's target. */
export type Command =
  | { readonly kind: 'move'; readonly to: StatusId; readonly version: number | undefined }
  | { readonly kind: 'edit'; readonly cents: number; readonly version: number }
  | { readonly kind: 'delete' | 'priority' | 'delivery' | 'hold' | 'lift'; readonly version: number }

const actions = {
  edit: 'check-requests.edit',
  delete: 'check-requests.delete',
  priority: 'check-requests.change-priority',
  delivery: 'check-requests.update-delivery',
  hold: 'check-requests.hold',
  lift: 'check-requests.hold',
} as const
const decisions: readonly StatusId[] = [3, 8, 9]

/** Returns true if the handwritten tables and rules D1, E4, E8, E9, and F8 allow the command now. */
export function isAllowed(player: Player, request: ModelRequest, command: Command): boolean {
  if (!sees(player.name, player.role, request)) return false
  if (command.version !== undefined && command.version !== request.version) return false
  if (command.kind === 'move') return mayMove(player, request, command)
  const right = rightsByHand.find(({ action }) => action === actions[command.kind])
  if (!right || right.reach[player.role] === '-' || !right.at.includes(String(request.status))) return false
  if (right.reach[player.role] === 'own' && request.requester !== player.name) return false
  if (command.kind === 'hold') return request.holder === undefined
  if (command.kind === 'lift')
    return request.holder !== undefined && !(isSeparated(request) && request.holder === player.name)
  return true
}

function mayMove({ name, role }: Player, request: ModelRequest, { to, version }: Command & { kind: 'move' }): boolean {
  const mark = markOf(role, request.status, to)
  if (mark === undefined || request.holder !== undefined) return false
  if (decisions.includes(to) && version === undefined) return false
  if (mark === 'own') return request.requester === name
  const { raised, edited, approved } = request
  const hands = { raised: raised.has(name), edited: edited.has(name), approved: approved.has(name) }
  return !(isSeparated(request) && isBarredByHand(mark, hands))
}

// Only the Northwest group has separation of duties; Eastside doesn't.
function isSeparated({ place }: ModelRequest): boolean {
  return place.startsWith('NWG')
}

/** Applies the effect of a command to the model. */
export function apply({ name }: Player, request: ModelRequest, command: Command): void {
  request.version += 1
  if (command.kind === 'hold') request.holder = name
  if (command.kind === 'lift') request.holder = undefined
  if (command.kind === 'edit') {
    if (command.cents !== request.cents) request.edited.add(name)
    Object.assign(request, { status: 1, cents: command.cents })
  }
  if (command.kind !== 'move') return
  request.status = command.to
  if (command.to === 3) request.approved.add(name)
}
