/** How the plugin joins a database that starts. */
package io.oxgraph.extension;
