import { Failure, didYouMean } from '../failures/failure.js';
import type { Host } from '../host.js';
import { type Config, settingOf, SETTINGS } from '../settings/config.js';
import { checkProfileName, type Profile, type Profiles } from './profiles.js';

export const DEFAULT_BASE_URL = 'http://127.0.0.1:3000';

/** Options of a command line that choose the account. */
export interface AccountWish {
  readonly profile: string | undefined;
  readonly baseUrl: string | undefined;
  readonly apiKeyFile: string | undefined;
  /** True for `auth login`, which may name a profile that doesn't exist yet and asks for the key itself. */
  readonly makesProfile: boolean;
}

/** A key and the service it goes to. */
export interface Account {
  readonly profileName: string;
  readonly baseUrl: string;
  readonly urlFrom: UrlPlace;
  readonly keyFrom: KeyPlace;
  /** The profile that a key from the environment leaves unused, and its service. */
  readonly unusedProfile?: { readonly name: string; readonly baseUrl: string } | undefined;
}

/** Where the service's URL comes from; `typed` is what a person answered to `auth login`. */
export type UrlPlace = 'option' | 'variable' | 'profile' | 'config' | 'default' | 'typed';

/** A sentence for messages about a service that can't be reached; empty for what was typed a moment ago. */
export function urlOrigin({ urlFrom, profileName }: Pick<Account, 'urlFrom' | 'profileName'>): string {
  return {
    option: ' The URL comes from --base-url.',
    variable: ' The URL comes from SKIPTRACE_BASE_URL.',
    profile: ` The URL comes from profile ${profileName}.`,
    config: ' The URL comes from "skiptrace config" (base-url).',
    default: ' That is the default URL.',
    typed: '',
  }[urlFrom];
}

export type KeyPlace =
  | { readonly kind: 'file'; readonly file: string }
  | { readonly kind: 'environment'; readonly text: string }
  /** `auth login` asks for the key. */
  | { readonly kind: 'asked' }
  | { readonly kind: 'profile'; readonly apiKey: string | undefined }
  /** The profile's key was left out because it belongs to another service. */
  | { readonly kind: 'elsewhere'; readonly service: string };

/**
 * Chooses key and service. A key is only sent to the service it belongs to. A named profile wins over SKIPTRACE_API_KEY and
 * SKIPTRACE_BASE_URL; the key of a profile goes to the service of that profile; SKIPTRACE_API_KEY never goes there.
 */
export function chooseAccount(host: Host, wish: AccountWish, profiles: Profiles, config: Config): Account {
  const named = wish.profile ?? (host.env['SKIPTRACE_PROFILE'] || undefined);
  const profileName = checkProfileName(named ?? profiles.current);
  const profile = profileOf(profiles, profileName);
  if (named !== undefined && !profile && !wish.makesProfile) throw noProfile(profileName, profiles);
  if (wish.baseUrl !== undefined) SETTINGS['base-url'].check(wish.baseUrl);

  const variable = settingOf(host, {}, 'base-url');
  const environmentKey = named === undefined && !wish.makesProfile ? keyInEnvironment(host) : undefined;
  const owned = environmentKey !== undefined && wish.apiKeyFile === undefined ? undefined : profile?.baseUrl;
  const [ofVariable, ofProfile] = [place('variable', variable), place('profile', owned)];
  const { baseUrl, urlFrom } = place('option', wish.baseUrl) ??
    (named === undefined ? (ofVariable ?? ofProfile) : (ofProfile ?? ofVariable)) ??
    place('config', config['base-url']) ?? { baseUrl: DEFAULT_BASE_URL, urlFrom: 'default' as const };
  const keyFrom = keyPlace(wish, environmentKey, profile, baseUrl);
  const unused = keyFrom.kind === 'environment' ? profile?.baseUrl : undefined;
  return {
    profileName,
    baseUrl,
    urlFrom,
    keyFrom,
    ...(unused !== undefined &&
      !isSame(unused, baseUrl) && { unusedProfile: { name: profileName, baseUrl: unused } }),
  };
}

/** The key in SKIPTRACE_API_KEY; an empty variable counts as not set, as for the settings and the server. */
export const keyInEnvironment = ({ env }: Pick<Host, 'env'>): string | undefined =>
  env['SKIPTRACE_API_KEY'] || undefined;

const place = (urlFrom: UrlPlace, baseUrl: string | undefined) =>
  baseUrl === undefined ? undefined : { baseUrl, urlFrom };

function keyPlace(
  { apiKeyFile, makesProfile }: AccountWish,
  environmentKey: string | undefined,
  profile: Profile | undefined,
  baseUrl: string,
): KeyPlace {
  if (apiKeyFile !== undefined) return { kind: 'file', file: apiKeyFile };
  if (makesProfile) return { kind: 'asked' };
  if (environmentKey !== undefined) return { kind: 'environment', text: environmentKey };
  if (profile?.apiKey !== undefined && profile.baseUrl !== undefined && !isSame(profile.baseUrl, baseUrl))
    return { kind: 'elsewhere', service: profile.baseUrl };
  return { kind: 'profile', apiKey: profile?.apiKey };
}

const isSame = (one: string, other: string) => URL.canParse(one) && normal(one) === normal(other);
const normal = (url: string) => new URL(url).href.replace(/(?<!\/)\/+$/, '');

const profileOf = ({ profiles }: Profiles, name: string) =>
  Object.hasOwn(profiles, name) ? profiles[name] : undefined;

export function noProfile(name: string, { profiles }: Profiles): Failure {
  const known = Object.keys(profiles);
  const there = known.length === 0 ? 'there are none yet' : `there are: ${known.join(', ')}`;
  return new Failure('usage', `There is no profile ${name}; ${there}.${didYouMean(name, known)}`, {
    next: `skiptrace auth login --profile ${name}`,
  });
}
