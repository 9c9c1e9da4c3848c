import { proofEndpoints } from '@check-requests/domain/access/second-factor/endpoints.ts'
import { KeyRound } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useSessionActions } from '#access/sessions/session-provider.tsx'
import { useApi } from '#platform/api-context.tsx'
import { messageOf } from '#platform/api-failure.ts'
import { askForPasskey, canOfferPasskeys, offerPasskeys, stopAsking, type UsedPasskey } from '#platform/passkeys.ts'
import { Button } from '#ui/button.tsx'

/**
 * The interval for renewing the server's challenge, in milliseconds: less than the five minutes for which a challenge
 * is valid.
 */
const offeredFor = 240_000

interface PasskeyLoginProps {
  onRefuse(refusal: string | undefined): void
}

/** Logs in without a password, with a button or the browser's autofill in the email field. */
export function PasskeyLogin({ onRefuse }: PasskeyLoginProps) {
  const api = useApi()
  const { logInBy } = useSessionActions()
  const [pending, setPending] = useState(false)
  const send = useCallback(
    async (response: UsedPasskey): Promise<boolean> => {
      const unfinished = await logInBy(() => api.call(proofEndpoints.signInWithPasskey, { body: { response } }))
      if (unfinished && 'refusal' in unfinished) onRefuse(unfinished.refusal)
      return unfinished === undefined
    },
    [api, logInBy, onRefuse],
  )
  const { pause, offer } = useOffer(send)

  async function signIn() {
    setPending(true)
    onRefuse(undefined)
    pause()
    try {
      const passkey = await askForPasskey(await api.call(proofEndpoints.passkeyOptions, {}))
      if (await send(passkey)) return
    } catch (error) {
      onRefuse(messageOf(error))
    }
    setPending(false)
    void offer()
  }

  return (
    <Button variant="secondary" pending={pending} onClick={() => void signIn()}>
      <KeyRound aria-hidden className="size-4" />
      Sign In with a Passkey
    </Button>
  )
}

/** Offers passkeys in the email field's autofill while the login is shown and no other prompt is open. */
function useOffer(send: (passkey: UsedPasskey) => Promise<boolean>) {
  const api = useApi()
  const paused = useRef(false)
  const offer = useCallback(async () => {
    paused.current = false
    if (!(await canOfferPasskeys())) return
    const options = await api.call(proofEndpoints.passkeyOptions, {}).catch(() => undefined)
    const passkey = options && (await offerPasskeys(options))
    if (passkey && !(await send(passkey))) void offer()
  }, [api, send])
  useEffect(() => {
    void offer()
    const timer = setInterval(() => !paused.current && void offer(), offeredFor)
    return () => {
      clearInterval(timer)
      void stopAsking()
    }
  }, [offer])
  const pause = () => {
    paused.current = true
  }
  return { pause, offer }
}
