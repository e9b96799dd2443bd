<?php
/** The plugin is deleted: so are its settings and the news that it stored. */

defined( 'WP_UNINSTALL_PLUGIN' ) || exit;

function schoolbell_remove_everything() {
	global $wpdb;
	delete_option( 'schoolbell_settings' );
	foreach ( array( '_transient_schoolbell_', '_transient_timeout_schoolbell_' ) as $start ) {
		$names = $wpdb->get_col( $wpdb->prepare( "SELECT option_name FROM $wpdb->options WHERE option_name LIKE %s", $wpdb->esc_like( $start ) . '%' ) );
		// By delete_option, so that an object cache forgets them, too.
		array_map( 'delete_option', $names );
	}
}

if ( is_multisite() ) {
	$schoolbell_sites = get_sites(
		array(
			'fields' => 'ids',
			'number' => 0,
		)
	);
	foreach ( $schoolbell_sites as $schoolbell_site ) {
		switch_to_blog( $schoolbell_site );
		schoolbell_remove_everything();
		restore_current_blog();
	}
} else {
	schoolbell_remove_everything();
}
