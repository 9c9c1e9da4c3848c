import { createContext, useContext } from 'react'
import type { ApiClient } from '#platform/api-client.ts'

const ApiContext = createContext<ApiClient | undefined>(undefined)

export const ApiProvider = ApiContext.Provider

/** The API client with this tab's session. */
export function useApi(): ApiClient {
  const api = useContext(ApiContext)
  if (!api) throw new Error('No ApiProvider around this component')
  return api
}
