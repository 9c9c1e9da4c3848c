import { identityProviderEndpoints as endpoints } from '@check-requests/domain/access/identity-providers/endpoints.ts'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useSessionActions } from '#access/sessions/session-provider.tsx'
import { paths } from '#paths.ts'
import { useApi } from '#platform/api-context.tsx'

/** Completes the sign-in of a user returning from an identity provider, or shows why it was refused. */
export function ProviderReturn() {
  const { logInBy } = useSessionActions()
  const api = useApi()
  const navigate = useNavigate()
  const [refusal, setRefusal] = useState<string>()
  const begun = useRef(false)
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    const answer = location.search.slice(1)
    // The response works only once, so it is removed from the history.
    void navigate({ to: paths.login, replace: true })
    // The provider's own second factor is accepted, so no additional factor is requested.
    void logInBy(() => api.call(endpoints.finish, { body: { answer } })).then((unfinished) => {
      if (unfinished && 'refusal' in unfinished) setRefusal(unfinished.refusal)
    })
  }, [api, logInBy, navigate])
  if (refusal === undefined) return <p role="status">Signing you in...</p>
  return (
    <p role="alert" className="rounded-md bg-sunken px-3 py-2">
      <strong className="font-semibold">You aren’t signed in.</strong> {refusal}
    </p>
  )
}
