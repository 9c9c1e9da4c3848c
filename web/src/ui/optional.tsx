import { type ComponentType, lazy, Suspense, useState } from 'react'

/**
 * A component that the screen can do without: it shows nothing until its code has loaded, or if that fails. Then it is
 * loaded again when it is next shown, for what is missing while the server is gone must not be missing afterwards.
 */
export function optional<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const begin = () =>
    lazy(async () => {
      try {
        return { default: await load() }
      } catch {
        loaded = begin()
        return { default: Nothing as ComponentType<Props> }
      }
    })
  let loaded = begin()
  return function Optional(props) {
    const [Loaded] = useState(() => loaded)
    return (
      <Suspense>
        <Loaded {...props} />
      </Suspense>
    )
  }
}

function Nothing() {
  return null
}
