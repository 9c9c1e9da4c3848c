import { identityProviderEndpoints as endpoints } from '@check-requests/domain/access/identity-providers/endpoints.ts'
import type { ProviderReply } from '@check-requests/domain/access/identity-providers/fields.ts'
import type { NewPeople } from '@check-requests/domain/access/identity-providers/new-people.ts'
import { refusalToConfirm } from '@check-requests/domain/access/identity-providers/rules.ts'
import { roleOf } from '@check-requests/domain/access/roles.ts'
import { apiBase } from '@check-requests/domain/api/endpoint.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { listWithAnd } from '@check-requests/domain/values/lists.ts'
import { providerNotices } from '#access/identity-providers/api.ts'
import { usePerson } from '#access/sessions/session-provider.tsx'
import { formatMoment } from '#check-requests/list/moments.ts'
import { useWriteWithNotices } from '#platform/use-write.ts'
import { Button } from '#ui/button.tsx'
import { ReasonButton } from '#ui/feedback/reason-button.tsx'

interface ProviderRowProps {
  provider: ProviderReply
  /** The URLs at which providers reach this server. */
  origin: string
  onEdit(provider: ProviderReply): void
  onForget(provider: ProviderReply): void
}

/** An identity provider with the admin's actions. */
export function ProviderRow({ provider, origin, onEdit, onForget }: ProviderRowProps) {
  const { id, version, name, issuer, domains, state, proposed_by } = provider
  const userId = usePerson().id
  const confirm = useWriteWithNotices(endpoints.confirm, providerNotices.confirm)
  const end = useWriteWithNotices(endpoints.end, providerNotices.end)
  const test = useWriteWithNotices(endpoints.test, providerNotices.test)
  const input = { params: { id }, body: { version } }
  const proposed = { byId: proposed_by.id }
  return (
    <li className="grid gap-2 py-2.5 first:pt-0">
      <div className="min-w-0">
        <p className="font-medium wrap-anywhere">{markHidden(name)}</p>
        <p className="wrap-anywhere text-ink-soft">{`${domains.join(', ')} · ${issuer}`}</p>
        <p className="text-ink-soft">{markHidden(stateInWords(provider))}</p>
        <p className="text-ink-soft">
          Back-channel logout URI:{' '}
          <code className="wrap-anywhere text-ink">{`${origin}${apiBase}/auth/identity-providers/${id}/back-channel-logout`}</code>
        </p>
        {provider.new_people && <p className="text-ink-soft">{newPeopleInWords(provider.new_people)}</p>}
        {test.data && (
          <p role="status" className={test.data.works ? 'wrap-anywhere' : 'wrap-anywhere text-danger'}>
            {test.data.answer}
          </p>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        {state === 'proposed' && (
          <ReasonButton
            aria-label={`Confirm ${name}`}
            pending={confirm.isPending}
            refusal={refusalToConfirm(userId, proposed)}
            onClick={() => confirm.mutate(input)}
          >
            Confirm
          </ReasonButton>
        )}
        <Button
          variant="secondary"
          aria-label={`Test Connection to ${name}`}
          pending={test.isPending}
          onClick={() => test.mutate({ params: { id } })}
        >
          Test Connection
        </Button>
        <Button variant="secondary" aria-label={`Change ${name}`} onClick={() => onEdit(provider)}>
          Change
        </Button>
        <Button variant="secondary" aria-label={`Unlink an account at ${name}`} onClick={() => onForget(provider)}>
          Unlink an Account
        </Button>
        <Button
          variant="secondary"
          aria-label={`Deactivate ${name}`}
          pending={end.isPending}
          onClick={() => end.mutate(input)}
        >
          Deactivate
        </Button>
      </div>
    </li>
  )
}

function newPeopleInWords({ requester_by_default, role_claim, roles }: NewPeople): string {
  const given = roles.map(({ value, role_id }) => `${roleOf(role_id).label} for “${markHidden(value)}”`)
  const byClaim = role_claim === null ? '' : ` The ${role_claim} claim sets their roles: ${listWithAnd(given)}.`
  return `Users are created at their first sign-in${requester_by_default ? ', as requesters' : ''}.${byClaim}`
}

function stateInWords({ state, proposed_by, proposed_at, confirmed_by, confirmed_at }: ProviderReply): string {
  if (state === 'active' && confirmed_by && confirmed_at)
    return `Active since ${formatMoment(confirmed_at)}, confirmed by ${confirmed_by.name}.`
  return `Proposed by ${proposed_by.name} on ${formatMoment(proposed_at)}. Users can sign in with it after another admin confirms it.`
}
