import { type ComponentType, createElement, use } from 'react'

/** The code of a screen failed to load: the server can't be reached or has been updated. */
export class ScreenNotLoaded extends Error {
  /** Lets the next attempt load it again. */
  readonly forget: () => void

  constructor(forget: () => void) {
    super('Couldn’t load the code for this screen')
    this.forget = forget
  }
}

/** A screen whose code is preloaded on hover or focus. A failure is shown in its place, without a reload. */
export function lazyScreen<Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) {
  let loading: Promise<ComponentType> | undefined
  const forget = () => {
    loading = undefined
  }
  const get = () => {
    loading ??= load().then(
      (module) => module[name],
      () => Promise.reject(new ScreenNotLoaded(forget)),
    )
    return loading
  }
  function LazyScreen() {
    return createElement(use(get()))
  }
  // A failed preload is retried when the screen opens, because the server may be back by then.
  return Object.assign(LazyScreen, { preload: () => get().then(ignore, forget) })
}

function ignore(): void {}
