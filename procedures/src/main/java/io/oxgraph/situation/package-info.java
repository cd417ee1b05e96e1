/** What an action stands in when it is about to be done, and how likely it is to fail there. Knows no graph. */
package io.oxgraph.situation;
