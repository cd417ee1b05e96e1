/** Registration of the plugin's listeners when a database starts. */
package io.oxgraph.extension;
