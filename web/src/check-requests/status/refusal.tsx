import type { CheckStep } from '@check-requests/domain/check-requests/by-check.ts'
import { stepAskedFor } from '@check-requests/domain/check-requests/step-asked-for.ts'
import { paths } from '#paths.ts'
import { TextLink } from '#ui/link-button.tsx'

const screens: Partial<Record<CheckStep, readonly [path: string, name: string]>> = {
  run: [paths.printChecks, 'Print Checks'],
  signing: [paths.signChecks, 'Sign Checks'],
}

/** Why a status cannot be set; where its check has to be printed or signed instead, with the way there. */
export function Refusal({ sentence }: { sentence: string }) {
  const step = stepAskedFor(sentence)
  const screen = step && screens[step]
  if (!screen) return sentence
  const [path, name] = screen
  return (
    <>
      {sentence} <TextLink to={path}>{name}</TextLink>
    </>
  )
}
