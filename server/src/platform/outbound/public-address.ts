import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** IANA IPv4 Special-Purpose Address Registry (RFC 6890 and later), whole ranges, and multicast. */
const specialIPv4 = [
  '0.0.0.0/8', // this network
  '10.0.0.0/8', // private
  '100.64.0.0/10', // shared by carriers
  '127.0.0.0/8', // loopback
  '169.254.0.0/16', // link-local, home of the clouds' metadata services
  '172.16.0.0/12', // private
  '192.0.0.0/24', // protocol assignments
  '192.0.2.0/24', // documentation
  '192.31.196.0/24', // AS112
  '192.52.193.0/24', // AMT
  '192.88.99.0/24', // 6to4 relays
  '192.168.0.0/16', // private
  '192.175.48.0/24', // AS112
  '198.18.0.0/15', // benchmarks
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, broadcast
  // No special purpose at IANA, but inside Azure it is a service of the host.
  '168.63.129.16/32',
].map((range) => ipaddr.IPv4.parseCIDR(range));

/** The only IPv6 block with public addresses; everything else is special or unassigned. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/** The reservations of the IANA IPv6 Special-Purpose Address Registry inside that block. */
const specialIPv6 = [
  '2001::/23', // protocol assignments: Teredo, ORCHID, AS112, benchmarks
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4
  '2620:4f:8000::/48', // AS112
  '3ffe::/16', // the former 6bone
  '3fff::/20', // documentation
].map((range) => ipaddr.IPv6.parseCIDR(range));

const nat64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');

/**
 * Whether an address is on the public Internet (docs/reference/outbound.md#addresses). An IPv4 address inside an IPv6
 * one is checked itself if that form reaches public hosts (NAT64, ISATAP; ipaddr.process has unwrapped the mapped ones
 * before); all other translation ranges are rejected as a whole: compatible, translated, local NAT64 (64:ff9b:1::/48),
 * 6to4, Teredo.
 */
export function isPublicAddress(address: Address): boolean {
  if (address instanceof ipaddr.IPv4) return !specialIPv4.some((range) => address.match(range));
  if (address.match(nat64)) return isPublicAddress(lastIPv4(address));
  if (!address.match(globalUnicast) || specialIPv6.some((range) => address.match(range))) return false;
  return !isIsatap(address) || isPublicAddress(lastIPv4(address));
}

function lastIPv4(address: ipaddr.IPv6): ipaddr.IPv4 {
  return new ipaddr.IPv4(address.toByteArray().slice(12));
}

/** RFC 5214: an interface identifier of 0000:5efe or 0200:5efe, then the IPv4 address of the tunnel endpoint. */
function isIsatap({ parts }: ipaddr.IPv6): boolean {
  return (parts[4] === 0 || parts[4] === 0x200) && parts[5] === 0x5efe;
}
