import { isRoleId, roleOf } from '@check-requests/domain/access/roles.ts'
import { tokenEndpoints as endpoints } from '@check-requests/domain/access/tokens/endpoints.ts'
import type { TokenReply } from '@check-requests/domain/access/tokens/fields.ts'
import { tokenScopes } from '@check-requests/domain/access/tokens/scopes.ts'
import type { DealerGroup } from '@check-requests/domain/organization/fields.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { lazy } from 'react'
import { may } from '#access/sessions/permissions.ts'
import { usePerson } from '#access/sessions/session-provider.tsx'
import { formatMoment } from '#check-requests/list/moments.ts'
import { useDealerGroups } from '#organization/api.ts'
import { useApi } from '#platform/api-context.tsx'
import { listFreshness, read } from '#platform/query-client.ts'
import { useWriteWithNotices } from '#platform/use-write.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx'
import { type DialogFor, useDialogFor } from '#ui/overlay/open-dialog.tsx'

const TokenDialog = lazy(async () => ({ default: (await import('#access/tokens/token-dialog.tsx')).TokenDialog }))

const refreshes = ['organisation'] as const
const ending = { done: 'Access token ended', failed: 'Couldn’t end this access token', refreshes }
const saving = { done: 'Settings updated', failed: 'Couldn’t save the settings', refreshes }

function useTokens() {
  const queryFn = read(useApi(), endpoints.list, {})
  return useQuery({ queryKey: ['organisation', 'tokens'], queryFn, ...listFreshness })
}

function useConnections(id: number) {
  const queryFn = read(useApi(), endpoints.connections, { params: { id } })
  return useQuery({ queryKey: ['organisation', 'connections', id], queryFn, ...listFreshness })
}

/** The programs of dealer groups and their users' tokens, for admins. */
export function ProgramCard() {
  const { data } = useTokens()
  const { data: groups = [] } = useDealerGroups()
  const create = useDialogFor<'program'>(TokenDialog)
  if (!data) return null
  return (
    <Card
      title="Programs and Access Tokens"
      description="Programs call the API with a token. They can’t decide, print, sign, or change settings. A second admin confirms each one."
      actions={
        <Button variant="secondary" onClick={() => create.openFor('program')}>
          <Plus aria-hidden className="size-4" />
          Add Program
        </Button>
      }
    >
      <div className="grid gap-4">
        {data.length === 0 && <p className="text-ink-soft">No programs or access tokens yet.</p>}
        <TokenList tokens={data} />
        {groups.map((group) => (
          <ConnectionSwitch
            key={group.id}
            group={group}
            of="personal_tokens"
            what="Personal Tokens"
            does="create access tokens for their own scripts"
          />
        ))}
      </div>
      {create.dialog}
    </Card>
  )
}

/** The user's own tokens. Shown only if the dealer group allows them, or if there are any. */
export function OwnTokens() {
  const person = usePerson()
  return person.dealer_group_id === null ? null : <TokensInGroup groupId={person.dealer_group_id} />
}

function TokensInGroup({ groupId }: { groupId: number }) {
  const person = usePerson()
  const { data = [] } = useTokens()
  const { data: connections } = useConnections(groupId)
  const create = useDialogFor<'person'>(TokenDialog)
  const own = data.filter(({ kind, owner }) => kind === 'person' && owner.id === person.id)
  if (own.length === 0 && !connections?.personal_tokens) return null
  return (
    <Card
      title="Access Tokens"
      description="Your own scripts can call the API with a token. A token never has more access than you, and can’t decide, print, or sign."
      actions={
        connections?.personal_tokens && (
          <Button variant="secondary" onClick={() => create.openFor('person')}>
            <Plus aria-hidden className="size-4" />
            Create Token
          </Button>
        )
      }
    >
      {own.length === 0 && <p className="text-ink-soft">You have no access tokens.</p>}
      <TokenList tokens={own} />
      {create.dialog}
    </Card>
  )
}

function TokenList({ tokens }: { tokens: readonly TokenReply[] }) {
  const end = useDialogFor<TokenReply>(EndToken)
  return (
    <>
      <ul aria-label="Access tokens" className="grid divide-y divide-line">
        {tokens.map((token) => (
          <li key={token.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2.5 first:pt-0">
            <div className="min-w-0 flex-1 basis-64">
              <p className="font-medium wrap-anywhere">{markHidden(token.name)}</p>
              <p className="wrap-anywhere text-ink-soft">{markHidden(accessInWords(token))}</p>
              <p className="wrap-anywhere text-ink-soft">{markHidden(stateInWords(token))}</p>
            </div>
            <Button variant="secondary" aria-label={`End ${token.name}`} onClick={() => end.openFor(token)}>
              End
            </Button>
          </li>
        ))}
      </ul>
      {end.dialog}
    </>
  )
}

function EndToken({ subject: { id, name }, open, onOpenChange }: DialogFor<TokenReply>) {
  const end = useWriteWithNotices(endpoints.end, ending, { onSuccess: () => onOpenChange(false) })
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={`End ${markHidden(name)}?`}
      text="Calls with this token stop working immediately. An ended token can’t be used again."
      confirmLabel="End Token"
      error={end.error?.message}
      pending={end.isPending}
      onConfirm={() => end.mutate({ params: { id } })}
    />
  )
}

const managing = {
  'with-second-person': 'Manages users: new users and roles wait for a second person',
  alone: 'Manages users: new users and roles take effect at once',
} as const

function accessInWords(token: TokenReply): string {
  const { kind, owner, role_id, scopes, manages_users, dealership_ids, networks, hint } = token
  const role = isRoleId(role_id) ? roleOf(role_id).label.toLowerCase() : ''
  return [
    kind === 'program' ? `Program, as ${role}` : `${owner.name}, as ${role}`,
    ...tokenScopes.filter(({ name }) => scopes.includes(name)).map(({ label }) => label),
    ...(manages_users ? [managing[manages_users]] : []),
    ...(dealership_ids.length > 0
      ? [dealership_ids.length === 1 ? '1 dealership' : `${dealership_ids.length} dealerships`]
      : []),
    ...(networks.length > 0 ? [networks.join(', ')] : []),
    `${hint}…`,
  ].join(' · ')
}

function stateInWords({ state, created_by, created_at, expires_at, last_used_at, last_network }: TokenReply): string {
  if (state === 'waiting')
    return `Added by ${created_by.name} on ${formatMoment(created_at)}. Pending until a second admin confirms it.`
  const until = state === 'expired' ? 'Expired' : 'Expires'
  const used = last_used_at === null ? 'Never used' : `Last used ${formatMoment(last_used_at)} from ${last_network}`
  return `${until} ${formatMoment(expires_at)}. ${used}.`
}

interface ConnectionSwitchProps {
  group: DealerGroup
  of: 'personal_tokens' | 'personal_chats'
  what: string
  /** What users can do while the connection is allowed. */
  does: string
}

/** Shows whether a dealer group allows a connection of its users, with a button to change that. */
export function ConnectionSwitch({ group: { id, name }, of, what, does }: ConnectionSwitchProps) {
  const person = usePerson()
  const { data } = useConnections(id)
  const save = useWriteWithNotices(endpoints.saveConnections, saving)
  if (!data || !may(person, 'local-settings.write')) return null
  const { [of]: isAllowed, version } = data
  const [verb, can] = isAllowed ? ['Forbid', 'can'] : ['Allow', 'can’t']
  return (
    <div className="flex flex-wrap items-center justify-between gap-2 border-t border-line pt-3">
      <p className="min-w-0 text-ink-soft">{`${markHidden(name)}: users ${can} ${does}.`}</p>
      <Button
        variant="secondary"
        aria-label={`${verb} ${what} for ${name}`}
        pending={save.isPending}
        onClick={() => save.mutate({ params: { id }, body: { version, [of]: !isAllowed } })}
      >
        {`${verb} ${what}`}
      </Button>
    </div>
  )
}
