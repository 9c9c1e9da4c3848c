import { identityProviderEndpoints as endpoints } from '@check-requests/domain/access/identity-providers/endpoints.ts'
import { setUpEndpoints } from '@check-requests/domain/access/set-up/endpoints.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { paths } from '#paths.ts'
import { useApi } from '#platform/api-context.tsx'
import { messageOf } from '#platform/api-failure.ts'
import { read } from '#platform/query-client.ts'
import { Redirect } from '#platform/redirect.tsx'
import { Button } from '#ui/button.tsx'

interface ProviderOfferProps {
  email: string
  /**
   * The email domain whose provider to offer; undefined before an address is entered, which offers the installation's
   * only provider.
   */
  domain: string | undefined
}

/**
 * Offers the identity provider of an email domain; renders nothing if there is none. An empty installation shows its
 * set-up instead, which is checked here because this code isn't part of the first load.
 */
export function ProviderOffer({ email, domain }: ProviderOfferProps) {
  const api = useApi()
  const { data: providers = [] } = useQuery({
    queryKey: ['sessions', 'providers', domain ?? ''],
    queryFn: read(api, endpoints.find, { query: domain === undefined ? {} : { domain } }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  const begin = useMutation({
    mutationFn: (id: number) => api.call(endpoints.begin, { params: { id }, body: { email } }),
    onSuccess: ({ url }) => location.assign(url),
  })
  if (useSetUpNeeded().data) return <Redirect to={paths.setUp} />
  return providers.map(({ id, name }) => (
    <div key={id} className="grid gap-2">
      {begin.error && (
        <p role="alert" className="text-danger">
          {messageOf(begin.error)}
        </p>
      )}
      <Button variant="secondary" pending={begin.isPending || begin.isSuccess} onClick={() => begin.mutate(id)}>
        Continue with {name}
      </Button>
    </div>
  ))
}

/** Whether the installation has no users yet, so that it has to be set up instead of logging in (decision 175). */
export function useSetUpNeeded() {
  const api = useApi()
  return useQuery({
    queryKey: ['sessions', 'set-up'],
    queryFn: read(api, setUpEndpoints.find, {}),
    select: ({ needed }) => needed,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
}
