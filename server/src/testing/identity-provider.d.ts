export declare const clientId = "check-requests";
export declare const clientSecret = "a secret that both sides know";
/** What a provider says about a person; `sub` is the name that never changes. */
type PersonThere = Record<string, unknown> & {
    readonly sub: string;
};
/** Changes what an id_token says before it is signed. */
type Tampering = (claims: Record<string, unknown>) => Record<string, unknown>;
/** A real provider on loopback, and what makes its answers odd. */
export interface TestIdentityProvider {
    readonly issuer: string;
    /** The people who can sign in there, by what they type. */
    readonly people: Map<string, PersonThere>;
    tamper: Tampering | undefined;
    /** Signs with a key that it does not publish. */
    signsWithOtherKey: boolean;
    rotateKeys(): void;
    /** Takes a logout token that it sends; returns the status of the answer. */
    deliverLogout: (token: string) => Promise<number>;
    /** Has it send a logout token for somebody's session there; returns the status of the answer. */
    logOut(sub: string, sid: string): Promise<number>;
    /** Signs any claims with its current key. */
    sign(claims: object): string;
    /** Signs somebody in as a browser would; returns what follows the `?` of the address that it is sent back to. */
    signIn(url: string, login: string): Promise<string>;
    close(): Promise<void>;
}
/** Starts a provider that sends people back to these addresses. */
export declare function startIdentityProvider(redirectUris: readonly string[]): Promise<TestIdentityProvider>;
export {};
